import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import { enqueue } from "@/lib/jobs/queue";
import type { Alert, JobData } from "@/lib/jobs/queues";
import { alertMail } from "@/lib/mail/texts";
import { paths } from "@/lib/paths";
import { deliver } from "@/lib/settings/deliver";
import { getBaseUrl } from "@/lib/settings/queries";
import { ACTIVE_ADMIN } from "@/lib/users/active-admin";

/** Queues an email to every active overall_admin. */
export async function queueAlert(alert: Alert): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const admins = await tx.user.findMany({ where: ACTIVE_ADMIN, select: { id: true } });
    for (const { id } of admins) await enqueue("alert", { ...alert, adminId: id }, tx);
  });
}

/**
 * Mails a problem to an overall_admin, unless they are no longer an active one.
 *
 * @throws Error if the mail server does not accept the email
 */
export async function mailAlert({ adminId, ...alert }: JobData["alert"], jobId: string): Promise<void> {
  const admin = await prisma().user.findUnique({ where: { id: adminId, ...ACTIVE_ADMIN }, select: { email: true } });
  if (!admin) return;
  const mail = alertMail({ brand: env().BRAND_NAME, link: (await getBaseUrl()) + paths.settings, ...alert });
  await deliver(
    { ...mail, to: admin.email, messageKey: jobId },
    `Mail to ${admin.email}: ${mail.subject}. ${alert.text}`,
  );
}

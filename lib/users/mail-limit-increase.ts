import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import { enqueue } from "@/lib/jobs/queue";
import type { JobData } from "@/lib/jobs/queues";
import { limitIncreaseMail } from "@/lib/mail/texts";
import { paths } from "@/lib/paths";
import { deliver } from "@/lib/settings/deliver";
import { getBaseUrl } from "@/lib/settings/queries";
import { ACTIVE_ADMIN } from "@/lib/users/active-admin";

/**
 * Notifies every active overall_admin that a user requested a higher URL limit, unless it has been changed since or the
 * user is no longer active. Each admin has a job, so that an address that the mail server refuses neither keeps the mail
 * from others nor repeats theirs.
 *
 * @throws Error if the mail server does not accept the email
 */
export async function mailLimitIncrease(job: JobData["limit-increase-request"], jobId: string): Promise<void> {
  const { userId, urlLimit, adminId } = job;
  if (adminId === undefined) return queueForAdmins(job);
  const isPending = { id: userId, status: "active", ...(urlLimit !== undefined && { urlLimit }) } as const;
  const user = await prisma().user.findUnique({ where: isPending });
  const admin = await prisma().user.findUnique({ where: { id: adminId, ...ACTIVE_ADMIN }, select: { email: true } });
  if (!user || !admin) return;
  const mail = limitIncreaseMail({
    brand: env().BRAND_NAME,
    email: user.email,
    urlLimit: user.urlLimit,
    link: (await getBaseUrl()) + paths.users,
  });
  await deliver(
    { ...mail, to: admin.email, replyTo: user.email, messageKey: jobId },
    `Mail to ${admin.email}: ${user.email} requested a higher limit`,
  );
}

/** In one transaction, so that nobody gets a second job if it fails and is retried. */
async function queueForAdmins(job: JobData["limit-increase-request"]): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const admins = await tx.user.findMany({ where: ACTIVE_ADMIN, select: { id: true } });
    for (const { id } of admins) await enqueue("limit-increase-request", { ...job, adminId: id }, tx);
  });
}

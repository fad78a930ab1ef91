import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import { enqueue } from "@/lib/jobs/queue";
import type { JobData } from "@/lib/jobs/queues";
import { limitIncreaseMail } from "@/lib/mail/texts";
import { deliver } from "@/lib/settings/deliver";
import { getBaseUrl } from "@/lib/settings/queries";

const ACTIVE_ADMIN = { role: "overall_admin", status: "active" } as const;

/**
 * Notifies every active overall_admin that a user requested a higher URL limit. Each has a job, so that an address that
 * the mail server refuses neither keeps the mail from others nor repeats theirs.
 *
 * @throws Error if the mail server does not accept the email
 */
export async function mailLimitIncrease({ userId, adminId }: JobData["limit-increase-request"]): Promise<void> {
  if (adminId === undefined) return queueForAdmins(userId);
  const user = await prisma().user.findUnique({ where: { id: userId } });
  const admin = await prisma().user.findUnique({ where: { id: adminId, ...ACTIVE_ADMIN }, select: { email: true } });
  if (!user || !admin) return;
  const mail = limitIncreaseMail({
    brand: env().BRAND_NAME,
    name: `${user.firstName} ${user.lastName}`.trim(),
    email: user.email,
    urlLimit: user.urlLimit,
    link: await getBaseUrl(),
  });
  await deliver({ to: admin.email, ...mail }, `Mail to ${admin.email}: ${user.email} requested a higher limit`);
}

/** In one transaction, so that nobody gets a second job if it fails and is retried. */
async function queueForAdmins(userId: string): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const admins = await tx.user.findMany({ where: ACTIVE_ADMIN, select: { id: true } });
    for (const { id } of admins) await enqueue("limit-increase-request", { userId, adminId: id }, tx);
  });
}

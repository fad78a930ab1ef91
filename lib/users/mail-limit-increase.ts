import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import { limitIncreaseMail } from "@/lib/mail/texts";
import { deliver } from "@/lib/settings/deliver";
import { getBaseUrl } from "@/lib/settings/queries";

/** Notifies every active overall_admin that a user requested a higher URL limit. */
export async function mailLimitIncrease({ userId }: { userId: string }): Promise<void> {
  const user = await prisma().user.findUnique({ where: { id: userId } });
  if (!user) return;
  const admins = await prisma().user.findMany({
    where: { role: "overall_admin", status: "active" },
    select: { email: true },
  });
  const mail = limitIncreaseMail({
    brand: env().BRAND_NAME,
    name: `${user.firstName} ${user.lastName}`.trim(),
    email: user.email,
    urlLimit: user.urlLimit,
    link: await getBaseUrl(),
  });
  for (const { email } of admins) {
    await deliver({ to: email, ...mail }, `Mail to ${email}: ${user.email} requested a higher limit`);
  }
}

import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import type { JobData } from "@/lib/jobs/queues";
import { addressAddedMail, addressChangedMail } from "@/lib/mail/texts";
import { deliver } from "@/lib/settings/deliver";
import { getBaseUrl } from "@/lib/settings/queries";

/**
 * Notifies the old address that the user's address has changed, unless it has been changed back. After another change it
 * is still notified. Otherwise a second change could hide the first.
 */
export async function mailAddressChanged(
  { userId, oldEmail, newEmail }: JobData["address-changed"],
  jobId: string,
): Promise<void> {
  if (userId !== undefined && (await prisma().user.count({ where: { id: userId, email: oldEmail } })) > 0) return;
  const mail = addressChangedMail({ brand: env().BRAND_NAME, link: await getBaseUrl(), newEmail });
  await deliver(
    { ...mail, to: oldEmail, messageKey: jobId },
    `Mail to ${oldEmail}: your email address was changed to ${newEmail}`,
  );
}

/** Notifies the new address, if it still belongs to an active user. */
export async function mailAddressAdded({ userId, newEmail }: JobData["address-added"], jobId: string): Promise<void> {
  const isTheirs = (await prisma().user.count({ where: { id: userId, email: newEmail, status: "active" } })) > 0;
  if (!isTheirs) return;
  const mail = addressAddedMail({ brand: env().BRAND_NAME, link: await getBaseUrl() });
  await deliver({ ...mail, to: newEmail, messageKey: jobId }, `Mail to ${newEmail}: this is now your address`);
}

import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import { deliver } from "@/lib/mail/deliver";
import { addressAddedMail, addressChangedMail } from "@/lib/mail/texts";
import { getBaseUrl } from "@/lib/settings/queries";

/** Tells the address that a user had that it is theirs no more. */
export async function mailAddressChanged({
  oldEmail,
  newEmail,
}: {
  oldEmail: string;
  newEmail: string;
}): Promise<void> {
  const mail = addressChangedMail({ brand: env().BRAND_NAME, link: await getBaseUrl(), newEmail });
  await deliver({ to: oldEmail, ...mail }, `Mail to ${oldEmail}: your address was changed to ${newEmail}`);
}

/** Tells the address that a user has now, if they still have it and may sign in. */
export async function mailAddressAdded({ userId, newEmail }: { userId: string; newEmail: string }): Promise<void> {
  const isTheirs = (await prisma().user.count({ where: { id: userId, email: newEmail, status: "active" } })) > 0;
  if (!isTheirs) return;
  const mail = addressAddedMail({ brand: env().BRAND_NAME, link: await getBaseUrl() });
  await deliver({ to: newEmail, ...mail }, `Mail to ${newEmail}: this is your address now`);
}

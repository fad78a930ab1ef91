import { prisma } from "@/lib/db/prisma";
import { log } from "@/lib/log";
import { PASSWORD_UNREADABLE } from "@/lib/settings/queries";
import { isSealedUnderPresentSecret, seal, unseal } from "@/lib/settings/secret-box";

/**
 * Encrypts the stored password anew under the present secret where an earlier one opens it
 * (AUTH_SECRET_PREVIOUS). One that no known secret opens stays, and is told of: the secret may come back.
 */
export async function resealSettings(): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ value: string }[]>`
      SELECT value FROM settings WHERE key = 'smtp_password' FOR UPDATE`;
    if (!row || isSealedUnderPresentSecret(row.value)) return;
    const password = unseal(row.value);
    if (password === undefined) {
      log.error(PASSWORD_UNREADABLE);
      return;
    }
    await tx.setting.update({ where: { key: "smtp_password" }, data: { value: seal(password) } });
    log.info("the stored mail password is encrypted under the present AUTH_SECRET now");
  });
}

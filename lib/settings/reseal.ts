import type pg from "pg";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";
import { PASSWORD_UNREADABLE } from "@/lib/settings/queries";
import { isSealedWithCurrentSecret, seal, unseal } from "@/lib/settings/secret-box";
import { readStoredSettings } from "@/lib/settings/stored";

let isReported = false;

/**
 * Re-encrypts the stored password with AUTH_SECRET if a previous secret (AUTH_SECRET_PREVIOUS) decrypts it. If no
 * known secret does, logs an error, once, and keeps it, in case the secret is restored.
 */
export async function resealSettings(pool: pg.Pool): Promise<void> {
  const { smtp_password: sealed } = await readStoredSettings();
  if (sealed === undefined || isSealedWithCurrentSecret(sealed)) return;
  await inTransaction(pool, async (tx) => {
    // The same lock as in updateSettings.
    await execute(tx, sql`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`);
    const [row] = await queryRows<{ value: string }>(tx, sql`SELECT value FROM settings WHERE key = 'smtp_password'`);
    if (!row || isSealedWithCurrentSecret(row.value)) return;
    const password = unseal(row.value);
    if (password === undefined) {
      if (!isReported) log.error(PASSWORD_UNREADABLE);
      isReported = true;
      return;
    }
    await execute(
      tx,
      sql`UPDATE settings SET value = ${seal(password)}, updated_at = now() WHERE key = 'smtp_password'`,
    );
    log.info("re-encrypted the mail password with the current AUTH_SECRET");
  });
}

import { hkdfSync } from "node:crypto";
import { pool } from "@/lib/db/pool";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";
import { authSecret, knownSecrets } from "@/lib/secret";

/** The fingerprint of the secret with which Hop last ran on this database. Not an editable setting. */
export const SECRET_FINGERPRINT = "auth_secret_mark";

/** So short that it says next to nothing about the secret. */
const FINGERPRINT_BYTES = 4;

const OTHER_SECRET =
  "This AUTH_SECRET is not the one Hop last used with this database. All machines need the same one: sign-in " +
  "links, invitations and the stored mail password work only with the secret with which they were made.";

/** Whether a stored fingerprint is that of a secret known here: of AUTH_SECRET, or of an earlier one. */
export function isFingerprintOfKnownSecret(fingerprint: string): boolean {
  return knownSecrets().some((secret) => fingerprintOf(secret) === fingerprint);
}

/**
 * Stores the fingerprint of AUTH_SECRET, or logs why it can't. If it replaces that of an unknown secret, logs a warning
 * once: another machine may have another secret, or the secret was changed without AUTH_SECRET_PREVIOUS.
 */
export async function storeSecretFingerprint(): Promise<void> {
  try {
    await replaceFingerprint();
  } catch (error) {
    log.warn({ err: error }, "failed to compare AUTH_SECRET with that of the last start");
  }
}

async function replaceFingerprint(): Promise<void> {
  const fingerprint = fingerprintOf(authSecret());
  await execute(
    pool(),
    sql`INSERT INTO settings (key, value, updated_at) VALUES (${SECRET_FINGERPRINT}, ${fingerprint}, now())
        ON CONFLICT DO NOTHING`,
  );
  const [row] = await queryRows<{ value: string }>(
    pool(),
    sql`SELECT value FROM settings WHERE key = ${SECRET_FINGERPRINT}`,
  );
  if (!row || row.value === fingerprint) return;
  const replaced = await execute(
    pool(),
    sql`UPDATE settings SET value = ${fingerprint}, updated_at = now()
        WHERE key = ${SECRET_FINGERPRINT} AND value = ${row.value}`,
  );
  if (replaced > 0 && !isFingerprintOfKnownSecret(row.value)) log.warn(OTHER_SECRET);
}

function fingerprintOf(secret: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", "hop secret mark", FINGERPRINT_BYTES)).toString("hex");
}

import type pg from "pg";
import { isThisMachine } from "@/lib/mail/this-machine";

/**
 * The mail host, in lower case, that an installation used without a login before TLS was required,
 * and that it may still use without TLS (docs/decisions/0136). Not a setting that anybody changes: it
 * goes when the host changes, or gets a user name.
 */
export const TLS_OPTIONAL_HOST = "smtp_tls_optional_host";

type MailLogin = { host: string | undefined; user: string | undefined };

/** @param optionalHost the stored value */
export function isTlsOptional({ host, user }: MailLogin, optionalHost: string | undefined): boolean {
  if (user !== undefined || host === undefined || isThisMachine(host)) return false;
  return host.toLowerCase() === optionalHost?.toLowerCase();
}

/**
 * At the start after the upgrade: where no host was stored, that of the environment is the one that
 * was used.
 */
export async function noteTlsOptionalHost(
  pool: pg.Pool,
  { SMTP_HOST, SMTP_USER }: { SMTP_HOST?: string | undefined; SMTP_USER?: string | undefined },
): Promise<void> {
  const isUsedWithoutLogin = SMTP_HOST !== undefined && SMTP_USER === undefined;
  if (isUsedWithoutLogin) {
    await pool.query("UPDATE settings SET value = $2, updated_at = now() WHERE key = $1 AND value = ''", [
      TLS_OPTIONAL_HOST,
      SMTP_HOST.toLowerCase(),
    ]);
  } else {
    await pool.query("DELETE FROM settings WHERE key = $1 AND value = ''", [TLS_OPTIONAL_HOST]);
  }
}

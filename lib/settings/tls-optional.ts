import type pg from "pg";
import { execute, sql } from "@/lib/db/sql";
import { isLoopbackHost } from "@/lib/ip";

/**
 * The mail host, in lower case, that may be used without TLS because it was configured without a login before TLS was
 * required (docs/decisions/0136). Not an editable setting: removed when the host changes or gets a user name.
 */
export const TLS_OPTIONAL_HOST = "smtp_tls_optional_host";

type MailLogin = { host: string | undefined; user: string | undefined };

/** @param optionalHost the stored value */
export function isTlsOptional({ host, user }: MailLogin, optionalHost: string | undefined): boolean {
  if (user !== undefined || host === undefined || isLoopbackHost(host)) return false;
  return host.toLowerCase() === optionalHost?.toLowerCase();
}

/**
 * Runs at the first start after the upgrade. If no host was stored, the one from the environment was in use.
 */
export async function resolveTlsOptionalHost(
  pool: pg.Pool,
  { SMTP_HOST, SMTP_USER }: { SMTP_HOST?: string | undefined; SMTP_USER?: string | undefined },
): Promise<void> {
  const isUsedWithoutLogin = SMTP_HOST !== undefined && SMTP_USER === undefined;
  if (isUsedWithoutLogin) {
    const value = SMTP_HOST.toLowerCase();
    await execute(
      pool,
      sql`UPDATE settings SET value = ${value}, updated_at = now() WHERE key = ${TLS_OPTIONAL_HOST} AND value = ''`,
    );
  } else {
    await execute(pool, sql`DELETE FROM settings WHERE key = ${TLS_OPTIONAL_HOST} AND value = ''`);
  }
}

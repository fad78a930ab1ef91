import { pool } from "@/lib/db/pool";

/**
 * Removes what failed sign-in jobs carried, which nobody can retry: the address and the hash of the
 * browser's cookie. That a mail was not sent stays listed, with its error.
 */
export async function dropFailedSignInData(): Promise<void> {
  await pool().query(
    "UPDATE pgboss.job SET data = NULL WHERE name = 'sign-in-link' AND state = 'failed' AND data IS NOT NULL",
  );
}

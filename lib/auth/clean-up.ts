import { pool } from "@/lib/db/pool";
import { execute, sql } from "@/lib/db/sql";
import { oldestSignIn } from "@/lib/sessions/lifetime";

/** Removes expired sessions, sign-in links and rate limit counters. */
export async function removeExpired(): Promise<void> {
  const now = new Date();
  const oldest = oldestSignIn(now.getTime());
  await execute(pool(), sql`DELETE FROM sessions WHERE expires < ${now} OR created_at < ${oldest}`);
  await execute(pool(), sql`DELETE FROM verification_tokens WHERE expires < ${now}`);
  await execute(pool(), sql`DELETE FROM rate_limits WHERE expire < ${now.getTime()}`);
}

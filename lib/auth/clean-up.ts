import type pg from "pg";
import { execute, sql } from "@/lib/db/sql";
import { oldestSignIn } from "@/lib/sessions/lifetime";

export async function removeExpiredSessions(pool: pg.Pool): Promise<void> {
  const now = new Date();
  const oldest = oldestSignIn(now.getTime());
  await execute(pool, sql`DELETE FROM sessions WHERE expires < ${now} OR created_at < ${oldest}`);
}

export async function removeExpiredLinks(pool: pg.Pool): Promise<void> {
  await execute(pool, sql`DELETE FROM verification_tokens WHERE expires < ${new Date()}`);
}

export async function removeExpiredCounters(pool: pg.Pool): Promise<void> {
  await execute(pool, sql`DELETE FROM rate_limits WHERE expire < ${Date.now()}`);
}

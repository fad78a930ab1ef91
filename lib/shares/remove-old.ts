import type pg from "pg";
import { execute, sql } from "@/lib/db/sql";

/** Deletes shared pages that were revoked or expired 90 days ago, with their names and passwords. */
export async function removeOldShares(pool: pg.Pool): Promise<void> {
  // least() ignores NULL.
  await execute(pool, sql`DELETE FROM stat_shares WHERE least(revoked_at, expires_at) < now() - interval '90 days'`);
}

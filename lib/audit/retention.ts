import type pg from "pg";
import { lockKey } from "@/lib/db/advisory-lock";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";

/** Small, since an entry of a bulk change may have thousands of items. */
const BATCH = 100;

/**
 * Deletes audit entries older than this many days, with what bulk changes did to each link. Neither the clock of this
 * machine nor that of the database, running ahead alone, makes entries older.
 */
export async function removeOldEntries(
  pool: pg.Pool,
  days: number | undefined,
  { stopping, batch = BATCH }: { stopping?: AbortSignal; batch?: number } = {},
): Promise<void> {
  if (days === undefined) return;
  const now = new Date().toISOString();
  let removed = 0;
  for (let deleted = batch; deleted === batch && !stopping?.aborted; removed += deleted) {
    deleted = await inTransaction(pool, async (client) => {
      // An erasure, which takes long, changes entries in another order: both could end in a deadlock.
      const lock = sql`SELECT pg_try_advisory_xact_lock(${lockKey("hop_erase")}) AS "isOurs"`;
      const [answer] = await queryRows<{ isOurs: boolean }>(client, lock);
      if (!answer?.isOurs) return 0;
      return execute(
        client,
        sql`DELETE FROM audit_entries WHERE id IN (
              SELECT id FROM audit_entries WHERE occurred_at < least(now(), ${now}::timestamptz) - make_interval(days => ${days})
              ORDER BY occurred_at, id LIMIT ${batch})`,
      );
    });
  }
  if (removed > 0) log.info({ removed }, "audit entries older than AUDIT_RETENTION_DAYS removed");
}

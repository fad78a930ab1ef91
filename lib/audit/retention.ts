import type pg from "pg";
import { lockKey } from "@/lib/db/advisory-lock";
import { queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";

/** Small, since an entry of a bulk change may have thousands of items. */
const BATCH = 100;
/** The next round continues. Other steps of maintenance wait meanwhile. */
const MAX_MS = 10 * 60_000;

/**
 * Deletes audit entries older than this many days, with what bulk changes did to each link, for at most ten minutes.
 * Neither the clock of this machine nor that of the database, running ahead alone, makes entries older.
 */
export async function removeOldEntries(
  pool: pg.Pool,
  days: number | undefined,
  { stopping, batch = BATCH, maxMs = MAX_MS }: { stopping?: AbortSignal; batch?: number; maxMs?: number } = {},
): Promise<void> {
  if (days === undefined) return;
  const now = new Date().toISOString();
  const deadline = performance.now() + maxMs;
  let removed = 0;
  // Later batches skip what earlier ones deleted, which a backup's snapshot may keep in the index.
  let from = "-infinity";
  for (
    let deleted = batch;
    deleted === batch && !stopping?.aborted && performance.now() < deadline;
    removed += deleted
  ) {
    deleted = await inTransaction(pool, async (client) => {
      // An erasure, which takes long, changes entries in another order: both could end in a deadlock.
      const lock = sql`SELECT pg_try_advisory_xact_lock(${lockKey("hop_erase")}) AS "isOurs"`;
      const [answer] = await queryRows<{ isOurs: boolean }>(client, lock);
      if (!answer?.isOurs) return 0;
      const [last] = await queryRows<{ count: number; latest: string | null }>(
        client,
        sql`
          WITH removed AS (
            DELETE FROM audit_entries WHERE id IN (
              SELECT id FROM audit_entries
              WHERE occurred_at >= ${from}::timestamptz
                AND occurred_at < least(now(), ${now}::timestamptz) - make_interval(days => ${days})
              ORDER BY occurred_at, id LIMIT ${batch})
            RETURNING occurred_at)
          SELECT count(*)::int AS count, max(occurred_at)::text AS latest FROM removed`,
      );
      from = last?.latest ?? from;
      return last?.count ?? 0;
    });
  }
  if (removed > 0) log.info({ removed }, "audit entries older than AUDIT_RETENTION_DAYS removed");
}

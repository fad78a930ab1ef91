import pg from "pg";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";

const MONTHS_AHEAD = 2;
/** A new or dropped partition waits for whoever reads clicks, as a backup does, and everybody else waits for it. */
const LOCK_TIMEOUT = "1s";

/** Makes the partitions of this month and the next ones, so that no visit waits for it at midnight. */
export async function makePartitionsAhead(pool: pg.Pool, now = new Date().toISOString()): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(
      "SELECT ensure_click_partition($2::timestamptz + month * interval '1 month') FROM generate_series(0, $1) AS month",
      [MONTHS_AHEAD, now],
    );
  });
}

/**
 * Drops the months whose every click is older than that. What was counted of them stays.
 *
 * @param days unset: nothing is too old
 */
export async function dropOldPartitions(pool: pg.Pool, days: number | undefined): Promise<void> {
  if (days === undefined) return;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'clicks'::regclass AND relname ~ '^clicks_\\d{4}_\\d{2}$'
       AND (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC'
           <= now() - make_interval(days => $1)`,
    [days],
  );
  for (const { name } of rows) {
    await inTransaction(pool, async (client) => {
      await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      await client.query(`DROP TABLE IF EXISTS ${pg.escapeIdentifier(name)}`);
    });
    log.info({ partition: name }, "clicks older than CLICK_RETENTION_DAYS removed");
  }
}

import pg from "pg";
import { lockCountingExclusive, lockCountingShared } from "@/lib/clicks/locks";
import { hasValuesBefore, removeValuesBefore } from "@/lib/clicks/remove-values";
import { execute, queryRows, raw, type Sql, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";

const MONTHS_AHEAD = 2;
/** Dropping a partition waits for readers such as a backup, and blocks all others in the meantime. */
const LIMIT_LOCK_WAIT = sql`SET LOCAL lock_timeout = '1s'`;

/** The key in settings of the day before which clicks were removed by age, even if older ones come later. */
const REMOVED_BEFORE = "clicks_removed_before";

/** Creates the partitions of this month and the next two, so that no click waits for one at midnight. */
export async function makePartitionsAhead(pool: pg.Pool, now = new Date().toISOString()): Promise<void> {
  await inTransaction(pool, async (client) => {
    await execute(
      client,
      sql`SELECT ensure_visit_partition(${now}::timestamptz + month * interval '1 month')
          FROM generate_series(0, ${MONTHS_AHEAD}::int) AS month`,
    );
  });
}

/**
 * Drops the months in which all clicks are older than this many days, then the values that only those clicks had. Their
 * counts stay. They must be older by this machine's clock and by the database's, since one that is wrong for a moment
 * would lose clicks forever.
 *
 * @param days undefined: clicks are kept forever
 */
export async function dropOldPartitions(
  pool: pg.Pool,
  days: number | undefined,
  now = new Date().toISOString(),
): Promise<void> {
  if (days === undefined) return;
  const keptFrom = sql`(least(now(), ${now}::timestamptz) - make_interval(days => ${days}))`;
  const rows = await queryRows<{ name: string }>(
    pool,
    sql`SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent IN ('visits'::regclass, 'clicks'::regclass) AND relname ~ '^(visits|clicks)_[0-9]{4}_[0-9]{2}$'
          AND (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC'
              <= ${keptFrom}`,
  );
  for (const { name } of rows) {
    await dropPartition(pool, name);
    log.info({ partition: name }, "clicks older than CLICK_RETENTION_DAYS removed");
  }
  // The tables are read in full, and clicks wait for the lock.
  if (!(await hasValuesBefore(pool, await firstKeptMonth(pool, keptFrom)))) return;
  await inTransaction(pool, async (client) => {
    await lockCountingExclusive(client);
    await removeValuesBefore(client, await firstKeptMonth(client, keptFrom));
  });
}

/** Waits at most a second for its readers, and for a rebuild of counts. */
async function dropPartition(pool: pg.Pool, name: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await execute(client, LIMIT_LOCK_WAIT);
    await lockCountingShared(client);
    await execute(
      client,
      sql`INSERT INTO settings (key, value, updated_at)
          VALUES (${REMOVED_BEFORE}, (to_date(right(${name}, 7), 'YYYY_MM') + interval '1 month')::date::text, now())
          ON CONFLICT (key) DO UPDATE SET value = greatest(settings.value, excluded.value), updated_at = now()`,
    );
    await execute(client, sql`DROP TABLE IF EXISTS ${raw(pg.escapeIdentifier(name))}`);
  });
}

/** The month of the oldest partition, or of the oldest click that may still be stored. */
async function firstKeptMonth(client: pg.Pool | pg.PoolClient, keptFrom: Sql): Promise<string> {
  const [row] = await queryRows<{ month: string }>(
    client,
    sql`SELECT least(
          (SELECT min(to_date(right(relname, 7), 'YYYY_MM')) FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
           WHERE inhparent = 'visits'::regclass),
          date_trunc('month', ${keptFrom} AT TIME ZONE 'UTC')::date
        )::text AS month`,
  );
  return row?.month ?? "-infinity";
}

/** Whether clicks of a day, in any time zone, may have been removed by age. */
export async function wasRemovedByAge(client: pg.PoolClient, day: string): Promise<boolean> {
  const [row] = await queryRows<{ was: boolean }>(
    client,
    sql`SELECT EXISTS (SELECT FROM settings WHERE key = ${REMOVED_BEFORE} AND ${day}::date <= value::date) AS was`,
  );
  return row?.was ?? false;
}

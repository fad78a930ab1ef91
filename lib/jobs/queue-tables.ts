/* The only file that uses the queue's own tables, for what has no public interface (docs/decisions/0136). */

import type pg from "pg";
import { execute, queryRows, raw, sql } from "@/lib/db/sql";
import { QUEUES } from "@/lib/jobs/queues";

type QueueDepth = {
  queue: string;
  /** Jobs not started yet, including those that wait for a retry. */
  waiting: number;
  /** Jobs being worked on; undefined if unknown. */
  active: number | undefined;
  /** For how long the oldest one has been due; 0 if there is none. */
  oldestDueSeconds: number;
};

/** Depths of all job queues, including empty ones. */
export async function readQueueDepths(pool: pg.Pool): Promise<QueueDepth[]> {
  const rows = await queryRows<{ queue: string; waiting: number; active: number; oldest: number | null }>(
    pool,
    sql`
      SELECT name AS queue, (count(*) FILTER (WHERE state < 'active'))::int AS waiting,
             (count(*) FILTER (WHERE state = 'active'))::int AS active,
             extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active'))::float8 AS oldest
      FROM pgboss.job WHERE state <= 'active' GROUP BY name`,
  );
  const found = new Map(rows.map((row) => [row.queue, row]));
  return Object.keys(QUEUES).map((queue) => {
    const { waiting = 0, active = 0, oldest = 0 } = found.get(queue) ?? {};
    return { queue, waiting, active, oldestDueSeconds: Math.max(0, oldest ?? 0) };
  });
}

/** The number of emails with a failed attempt that will be, or are being, tried again. All jobs are emails. */
export async function countRefusedMails(pool: pg.Pool): Promise<number> {
  if (!(await hasTable(pool, "pgboss.job"))) return 0;
  const [row] = await queryRows<{ count: number }>(
    pool,
    sql`SELECT count(*)::int AS count FROM pgboss.job WHERE state = 'retry' OR (state = 'active' AND retry_count > 0)`,
  );
  return row?.count ?? 0;
}

/** The queue creates its tables on its first start. */
async function hasTable(client: pg.Pool | pg.ClientBase, table: string): Promise<boolean> {
  return (await queryRows(client, sql`SELECT WHERE to_regclass(${table}) IS NOT NULL`)).length > 0;
}

/**
 * Deletes all jobs whose payload contains one of these values, in any state, including archived ones.
 *
 * @param values in lower case
 * @returns the number of deleted jobs
 */
export async function deleteJobsWith(client: pg.ClientBase, values: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const table of ["pgboss.job", "pgboss.archive"]) {
    if (!(await hasTable(client, table))) continue;
    deleted += await execute(
      client,
      sql`
        DELETE FROM ${raw(table)}
        WHERE jsonb_typeof(data) = 'object'
          AND EXISTS (SELECT FROM jsonb_each_text(data) WHERE lower(value) = ANY (${values}))`,
    );
  }
  return deleted;
}

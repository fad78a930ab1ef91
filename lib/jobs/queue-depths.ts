import type pg from "pg";
import { queryRows, sql } from "@/lib/db/sql";
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

/**
 * Depths of all job queues, including empty ones. The queue's public interface counts the jobs of one queue at a time,
 * and has no ages.
 */
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

import { pool } from "@/lib/db/pool";
import { startJobs } from "@/lib/jobs/queue";

/** A job that failed at its last try. */
export type DeadJob = { id: string; queue: string; createdAt: Date; failedAt: Date; tries: number; error: string };

/** What it carried stays in the table. */
const COLUMNS = `
  id, name AS queue, created_on AS "createdAt", completed_on AS "failedAt", retry_count + 1 AS tries,
  coalesce(output->>'message', output #>> '{}', '') AS error`;

/** The latest first. */
export async function listDeadJobs(limit: number): Promise<DeadJob[]> {
  await startJobs();
  const { rows } = await pool().query<DeadJob>(
    `SELECT ${COLUMNS} FROM pgboss.job WHERE state = 'failed' ORDER BY completed_on DESC, id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function findDeadJob(id: string): Promise<DeadJob | null> {
  await startJobs();
  const { rows } = await pool().query<DeadJob>(`SELECT ${COLUMNS} FROM pgboss.job WHERE state = 'failed' AND id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** Puts it back into its queue, for one more try. */
export async function reviveJob({ id, queue }: Pick<DeadJob, "id" | "queue">): Promise<void> {
  const boss = await startJobs();
  await boss.retry(queue, id);
}

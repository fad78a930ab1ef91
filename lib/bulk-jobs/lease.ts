import type { PoolClient } from "pg";
import type { BulkJobKind } from "@/lib/bulk-jobs/types";
import { pool } from "@/lib/db/pool";
import { log } from "@/lib/log";

/** A worker that gave no sign of life in this time is taken for dead, and another goes on. */
export const LEASE_SECONDS = 3;
/** Starts of one batch before the job is given up: a batch may end its worker. */
const MOST_ATTEMPTS = 5;
const GIVEN_UP = "The job stopped after several errors. The log of the worker has the details.";

/** A job in the hands of a worker. */
export type HeldJob = { id: string; kind: BulkJobKind; createdAt: Date; position: string | null; attempts: number };

/** Links of a batch, and what became of them. */
export type BatchCounts = { position: string; updated: number; failed: number };

/** Thrown when the job was cancelled, or is another worker's by now: the batch in hand is rolled back. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** Takes the job of a kind that waits, or whose worker is dead; null where there is none. */
export async function claimJob(kind: BulkJobKind, workerId: string): Promise<HeldJob | null> {
  const { rows } = await pool().query<HeldJob>(
    `UPDATE bulk_jobs
     SET state = 'running', worker_id = $2, lease_until = now() + make_interval(secs => $3), attempts = attempts + 1
     WHERE id = (
       SELECT id FROM bulk_jobs
       WHERE kind = $1 AND (state = 'waiting' OR (state = 'running' AND lease_until < now()))
       LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, created_at AS "createdAt", position, attempts`,
    [kind, workerId, LEASE_SECONDS],
  );
  const [job] = rows;
  if (!job || job.attempts <= MOST_ATTEMPTS) return job ?? null;
  log.error({ jobId: job.id, kind, position: job.position }, "job given up");
  await pool().query(
    "UPDATE bulk_jobs SET state = 'failed', error = $3, finished_at = now() WHERE id = $1 AND worker_id = $2 AND state = 'running'",
    [job.id, workerId, GIVEN_UP],
  );
  return null;
}

/**
 * Moves the job on, in the transaction of the batch's writes: so each link is done once, however
 * often workers die, and by one worker, however late another wakes up.
 *
 * @throws LeaseLostError
 */
export async function advance(client: PoolClient, job: HeldJob, workerId: string, batch: BatchCounts): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE bulk_jobs
     SET position = $4, updated_count = updated_count + $5, failed_count = failed_count + $6,
         attempts = 0, lease_until = now() + make_interval(secs => $7)
     WHERE id = $1 AND worker_id = $2 AND state = 'running' AND position IS NOT DISTINCT FROM $3`,
    [job.id, workerId, job.position, batch.position, batch.updated, batch.failed, LEASE_SECONDS],
  );
  if (rowCount === 0) throw new LeaseLostError();
}

/** Gives a sign of life: a batch, or the search for the next, may take longer than the lease. */
export async function renew(job: HeldJob, workerId: string): Promise<void> {
  await pool().query(
    `UPDATE bulk_jobs SET lease_until = now() + make_interval(secs => $3)
     WHERE id = $1 AND worker_id = $2 AND state = 'running'`,
    [job.id, workerId, LEASE_SECONDS],
  );
}

/** Ends a job of which no link is left. Links that were deleted since its start are no longer of it. */
export async function finish(job: HeldJob, workerId: string): Promise<void> {
  await pool().query(
    `UPDATE bulk_jobs SET state = 'done', finished_at = now(), total_urls = updated_count + failed_count
     WHERE id = $1 AND worker_id = $2 AND state = 'running'`,
    [job.id, workerId],
  );
}

/** Lets another worker go on after a while; at once in an ordered end. */
export async function release(job: HeldJob, workerId: string, afterSeconds = 0): Promise<void> {
  await pool().query(
    `UPDATE bulk_jobs
     SET lease_until = now() + make_interval(secs => $3), attempts = greatest(0, attempts - CASE WHEN $3 = 0 THEN 1 ELSE 0 END)
     WHERE id = $1 AND worker_id = $2 AND state = 'running'`,
    [job.id, workerId, afterSeconds],
  );
}

import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";
import { count } from "@/lib/process-counts";

/** The text that pg-boss stores when it fails the jobs of workers that died. */
const TIMEOUT = "job failed by timeout in active state";
const LOGGED = "timed out at its last attempt";

/**
 * Logs jobs that failed permanently because the last attempt never ended: its worker was killed, or hung. All other
 * failures are logged by the worker. The queue has no event for it, so this queries its table; each job is logged once,
 * by whichever process comes first.
 */
export async function logTimedOutJobs(): Promise<void> {
  const jobs = await queryRows<{ id: string; name: string; attempt: number }>(
    pool(),
    sql`
      UPDATE pgboss.job SET output = jsonb_build_object('value', jsonb_build_object('message', ${LOGGED}::text))
      WHERE state = 'failed' AND output #>> '{value,message}' = ${TIMEOUT}
      RETURNING id, name, retry_count + 1 AS attempt`,
  );
  for (const { id, name, attempt } of jobs) {
    count(`jobs-failed:${name}`);
    log.error({ queue: name, jobId: id, attempt, reason: LOGGED }, "job failed permanently");
  }
}

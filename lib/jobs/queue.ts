import { setImmediate, setTimeout } from "node:timers/promises";
import PgBoss from "pg-boss";
import { rethrowDatabaseError } from "@/lib/database-unavailable";
import { pool } from "@/lib/db/pool";
import { retryOnConflict } from "@/lib/db/retry";
import { execute, queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { allowIdle, inTransaction } from "@/lib/db/transaction";
import { PermanentFailure } from "@/lib/jobs/permanent-failure";
import { type JobData, QUEUES, type QueueName } from "@/lib/jobs/queues";
import { errorWithoutSecrets } from "@/lib/jobs/without-secrets";
import { log } from "@/lib/log";
import { count } from "@/lib/process-counts";

/** Users wait for sign-in links; other mail may arrive a little later. Each poll is a query. */
const SIGN_IN_POLL_SECONDS = 0.5;
const POLL_SECONDS = 2;
/** A mail server may take minutes for one recipient, and nobody's sign-in link must wait for another's. */
const SIGN_IN_WORKERS = 4;
/**
 * Finished jobs, completed or failed, are archived after this time, and deleted after the same time again. With the 20
 * minutes that a sign-in job may wait, no address is kept for an hour (docs/privacy.md).
 */
const FINISHED_KEPT_SECONDS = 10 * 60;

/**
 * pg-boss subtracts two readings of the clock from its pause between polls: set back in between, it would poll again
 * only when the clock has caught up. So each worker is woken this often.
 */
const WAKE_MS = 30_000;
const wakers = new Set<NodeJS.Timeout>();

/** Holds a job for each last attempt that is running, due when that attempt times out. */
const LAST_ATTEMPTS = "last-attempts";
type LastAttempt = { queue: string; jobId: string; attempt: number };

/** Statements of the start, on other connections, may wait for locks. */
const STARTING_MINUTES = 10;
/** pg-boss's default. */
const SCHEMA = "pgboss";

let starting: Promise<PgBoss> | undefined;
/** Those of pg-boss that are running. */
const queries = new Set<Promise<unknown>>();
/** A database that doesn't answer must not keep a process from stopping. */
const QUERIES_MS = 1_000;

/** Opens the queue and creates its tables (schema pgboss) if they are missing. */
export function startJobs(): Promise<PgBoss> {
  starting ??= openQueue().catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

/** One process at a time across all machines: creating the tables concurrently may deadlock. */
async function openQueue(): Promise<PgBoss> {
  return retryOnConflict("start of the job queue", async () => {
    const boss = createBoss();
    try {
      await inTransaction(pool(), async (client) => {
        await allowIdle(client, STARTING_MINUTES);
        await execute(client, sql`SELECT pg_advisory_xact_lock(hashtext('hop_job_queue'))`);
        await startQueues(boss);
      });
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false, wait: false }).catch(() => undefined);
      throw error;
    }
  });
}

function createBoss(): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: runQuery },
    schedule: false,
    archiveCompletedAfterSeconds: FINISHED_KEPT_SECONDS,
    archiveFailedAfterSeconds: FINISHED_KEPT_SECONDS,
    deleteAfterSeconds: FINISHED_KEPT_SECONDS,
  });
  boss.on("error", (error) => log.warn({ err: error }, "job queue error"));
  return boss;
}

function runQuery(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const query = pool().query(text, values).catch(rethrowDatabaseError);
  queries.add(query);
  const forget = () => void queries.delete(query);
  query.then(forget, forget);
  return query;
}

async function startQueues(boss: PgBoss): Promise<void> {
  await createTables(boss);
  await boss.start();
  await boss.createQueue(LAST_ATTEMPTS);
  for (const [name, options] of Object.entries(QUEUES)) {
    await boss.createQueue(name, { name, ...options });
    // A queue created by an earlier version would keep its options.
    await boss.updateQueue(name, { name, ...options });
  }
}

/**
 * Creates the tables in a schema that exists, for a user who may not create schemas: Postgres checks that right before
 * it looks whether there is one, and pg-boss 10 always asks for it.
 */
async function createTables(boss: PgBoss): Promise<void> {
  const schemas = await queryRows(pool(), sql`SELECT WHERE to_regnamespace(${SCHEMA}) IS NOT NULL`);
  if (schemas.length === 0 || (await boss.isInstalled())) return;
  const plan = PgBoss.getConstructionPlans(SCHEMA).replace(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`, "");
  await pool().query(plan).catch(rethrowDatabaseError);
}

/**
 * Queues a job for the worker role.
 *
 * @param tx stores the job in this transaction, so that it exists only if the change it belongs to does
 */
export async function enqueue<N extends QueueName>(name: N, data: JobData[N], tx?: SqlClient): Promise<void> {
  const boss = await startJobs();
  await boss.send(
    name,
    data,
    tx ? { db: { executeSql: async (text, values) => ({ rows: await queryRows(tx, { text, values }) }) } } : {},
  );
}

/**
 * Runs the jobs of a queue in this process. When the handler throws anything but a PermanentFailure, the job is retried
 * later.
 */
export async function work<N extends QueueName>(
  name: N,
  handler: (data: JobData[N], jobId: string) => Promise<void>,
  wakeMs = WAKE_MS,
): Promise<void> {
  const boss = await startJobs();
  const isSignIn = name === "sign-in-link";
  const workerIds: string[] = [];
  // The next job follows at once: a sign-in must not wait behind many strangers' requests.
  const wake = () => {
    for (const id of workerIds) boss.notifyWorker(id);
  };
  while (workerIds.length < (isSignIn ? SIGN_IN_WORKERS : 1)) {
    const isFirst = workerIds.length === 0;
    const pollingIntervalSeconds = isSignIn && isFirst ? SIGN_IN_POLL_SECONDS : POLL_SECONDS;
    workerIds.push(
      await boss.work<JobData[N]>(name, { pollingIntervalSeconds, includeMetadata: true }, async (jobs) => {
        wake();
        for (const job of jobs) await runWatched(boss, job, handler);
      }),
    );
  }
  wakers.add(setInterval(wake, wakeMs).unref());
}

/**
 * Logs jobs that failed permanently because the last attempt never ended: its worker was killed, or hung. All other
 * failures are logged by the worker.
 */
export async function logTimedOutJobs(): Promise<void> {
  const boss = await startJobs();
  await boss.work<LastAttempt>(LAST_ATTEMPTS, { pollingIntervalSeconds: 30 }, async (jobs) => {
    for (const { data } of jobs) {
      count(`jobs-failed:${data.queue}`);
      log.error({ ...data, reason: "timed out at its last attempt" }, "job failed permanently");
    }
  });
}

/**
 * Runs a job. During its last attempt, a second job waits to report that it timed out; failing to queue or delete that
 * one does not affect the job itself.
 */
async function runWatched<T extends JobData[QueueName]>(
  boss: PgBoss,
  job: PgBoss.JobWithMetadata<T>,
  handler: (data: T, jobId: string) => Promise<void>,
): Promise<void> {
  if (job.retryCount < job.retryLimit) return run(job, handler);
  const attempt: LastAttempt = { queue: job.name, jobId: job.id, attempt: job.retryCount + 1 };
  const startAfter = Number(job.expireInSeconds);
  const id = await boss.send(LAST_ATTEMPTS, attempt, { startAfter }).catch(() => null);
  try {
    await run(job, handler);
  } finally {
    if (id) await boss.deleteJob(LAST_ATTEMPTS, id).catch(() => undefined);
  }
}

async function run<T extends JobData[QueueName]>(
  job: PgBoss.JobWithMetadata<T>,
  handler: (data: T, jobId: string) => Promise<void>,
): Promise<void> {
  try {
    await handler(job.data, job.id);
    count(`jobs-done:${job.name}`);
  } catch (thrown) {
    const isPermanent = thrown instanceof PermanentFailure;
    const error = errorWithoutSecrets(isPermanent ? thrown.cause : thrown);
    const details = { err: error, queue: job.name, jobId: job.id, attempt: job.retryCount + 1, ...idsIn(job.data) };
    const isLast = isPermanent || job.retryCount >= job.retryLimit;
    count(`jobs-${isLast ? "failed" : "retried"}:${job.name}`);
    if (isLast) log.error(details, "job failed permanently");
    else log.warn(details, "job failed; retrying");
    // Completed, since the queue retries every job that fails.
    if (isPermanent) return;
    // The queue stores what is thrown, with all its properties.
    throw error;
  }
}

/** Whose mail it is, for the log, which has no addresses. */
function idsIn(data: JobData[QueueName]) {
  return { userId: "userId" in data ? data.userId : undefined, adminId: "adminId" in data ? data.adminId : undefined };
}

/** Waits for running jobs, then closes the queue. */
export async function stopJobs(): Promise<void> {
  const boss = await starting?.catch(() => undefined);
  starting = undefined;
  for (const waker of wakers) clearInterval(waker);
  wakers.clear();
  // A poll that has begun may still take a job, for which pg-boss itself would not wait: nobody would do it for minutes.
  for (const name of [...Object.keys(QUEUES), LAST_ATTEMPTS]) await boss?.offWork(name);
  await Promise.race([Promise.allSettled(queries), setTimeout(QUERIES_MS, undefined, { ref: false })]);
  await setImmediate();
  await boss?.stop({ graceful: true, timeout: 5_000, wait: true });
}

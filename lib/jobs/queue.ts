import PgBoss from "pg-boss";
import { pool } from "@/lib/db/pool";
import type { Transaction } from "@/lib/db/prisma";
import { retryOnConflict } from "@/lib/db/retry";
import { dropFailedSignInData } from "@/lib/jobs/drop-sign-in-data";
import { withoutSecrets } from "@/lib/jobs/without-secrets";
import { log } from "@/lib/log";

/** What each kind of job carries. */
export type JobData = {
  "sign-in-link": {
    email: string;
    /** SHA-256 of the cookie of the browser that asked. */
    browserHash: string;
  };
  "limit-increase-request": { userId: string };
  "address-changed": { oldEmail: string; newEmail: string };
  "address-added": { userId: string; newEmail: string };
};

type QueueName = keyof JobData;

const QUEUES: Record<QueueName, Omit<PgBoss.Queue, "name">> = {
  // Retries end before the link that they carry would have expired; a later mail would only puzzle its reader.
  "sign-in-link": { retryLimit: 6, retryDelay: 2, retryBackoff: true, expireInSeconds: 120, retentionMinutes: 20 },
  "limit-increase-request": { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
  "address-changed": { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
  "address-added": { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
};

const POLL_SECONDS = 0.5;
/** Failed jobs are listed, and can be retried, for a week. */
const FAILED_KEPT_SECONDS = 7 * 24 * 60 * 60;
/**
 * Completed jobs go to the archive, and from there, after this time each. With the 20 minutes that a
 * sign-in job may wait, nothing keeps its address for an hour (docs/privacy.md).
 */
const COMPLETED_KEPT_SECONDS = 10 * 60;
const ARCHIVED_KEPT_SECONDS = 10 * 60;

let starting: Promise<PgBoss> | undefined;

/** Opens the queue, making its tables (schema pgboss) when they are not there. */
export function startJobs(): Promise<PgBoss> {
  starting ??= openQueue().catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

/** One process at a time, on all machines: two that make the tables at once may deadlock. */
async function openQueue(): Promise<PgBoss> {
  return retryOnConflict("start of the job queue", () => withLock("hop_job_queue", startQueue));
}

async function startQueue(): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    schedule: false,
    archiveCompletedAfterSeconds: COMPLETED_KEPT_SECONDS,
    archiveFailedAfterSeconds: FAILED_KEPT_SECONDS,
    deleteAfterSeconds: ARCHIVED_KEPT_SECONDS,
  });
  const onError = (error: unknown) => log.warn({ err: error }, "job queue");
  boss.on("error", onError);
  // Every two minutes, in one of the processes.
  boss.on("maintenance", () => void dropFailedSignInData().catch(onError));
  try {
    await boss.start();
    for (const [name, options] of Object.entries(QUEUES)) {
      await boss.createQueue(name, { name, ...options });
      // One that an earlier version created keeps its options otherwise.
      await boss.updateQueue(name, { name, ...options });
    }
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false, wait: false }).catch(() => undefined);
    throw error;
  }
}

/** Runs `work` while this connection holds an advisory lock. */
async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let failure: Error | undefined;
  const onError = (error: Error) => {
    failure = error;
  };
  client.on("error", onError);
  try {
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    return await work();
  } finally {
    await client.query("SELECT pg_advisory_unlock(hashtext($1))", [name]).catch(onError);
    if (!failure) client.off("error", onError);
    client.release(failure);
  }
}

/**
 * Hands a job to the worker role; it outlives this process.
 *
 * @param tx in which the job is stored, so that it is there if and only if what it belongs to is
 */
export async function enqueue<N extends QueueName>(name: N, data: JobData[N], tx?: Transaction): Promise<void> {
  const boss = await startJobs();
  await boss.send(name, data, tx ? { db: inTransaction(tx) } : {});
}

function inTransaction(tx: Transaction): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await tx.$queryRawUnsafe(text, ...values) }) };
}

/** Works off a queue in this process; a handler that throws is run again after a while. */
export async function work<N extends QueueName>(name: N, handler: (data: JobData[N]) => Promise<void>): Promise<void> {
  const boss = await startJobs();
  let workerId = "";
  workerId = await boss.work<JobData[N]>(name, { pollingIntervalSeconds: POLL_SECONDS }, async (jobs) => {
    // While there is work, the next job follows at once: many strangers' requests must not hold up a sign-in.
    boss.notifyWorker(workerId);
    for (const job of jobs) {
      try {
        await handler(job.data);
      } catch (error) {
        log.error({ err: error, queue: name, jobId: job.id }, "job failed");
        // The queue stores what is thrown, with all its properties.
        throw new Error(withoutSecrets(error instanceof Error ? error.message : String(error)));
      }
    }
  });
}

/** Lets running jobs end, then closes the queue. */
export async function stopJobs(): Promise<void> {
  const boss = await starting?.catch(() => undefined);
  starting = undefined;
  await boss?.stop({ graceful: true, timeout: 5_000, wait: true });
}

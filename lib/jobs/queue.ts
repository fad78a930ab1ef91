import PgBoss from "pg-boss";
import { pool } from "@/lib/db/pool";
import type { Transaction } from "@/lib/db/prisma";
import { log } from "@/lib/log";

/** What each kind of job carries. */
export type JobData = {
  // Retries end before the link that they carry would have expired.
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
  // Retries end before the link that they carry would have expired.
  "sign-in-link": { retryLimit: 6, retryDelay: 2, retryBackoff: true, expireInSeconds: 120, retentionMinutes: 60 },
  "limit-increase-request": { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
  "address-changed": { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
  "address-added": { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
};

const POLL_SECONDS = 0.5;
/** Those that were given up can be looked at for a week. */
const FAILED_KEPT_SECONDS = 7 * 24 * 60 * 60;

let starting: Promise<PgBoss> | undefined;

/** Opens the queue, making its tables (schema pgboss) when they are not there. */
export function startJobs(): Promise<PgBoss> {
  starting ??= openQueue().catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

async function openQueue(): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    schedule: false,
    archiveFailedAfterSeconds: FAILED_KEPT_SECONDS,
  });
  boss.on("error", (error) => log.warn({ err: error }, "job queue"));
  await boss.start();
  for (const [name, options] of Object.entries(QUEUES)) await boss.createQueue(name, { name, ...options });
  return boss;
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
        throw error;
      }
    }
  });
}

/** Lets running jobs end, then closes the queue. */
export async function stopJobs(): Promise<void> {
  const boss = await starting;
  starting = undefined;
  await boss?.stop({ graceful: true, timeout: 5_000, wait: true });
}

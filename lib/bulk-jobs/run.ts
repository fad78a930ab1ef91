import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import {
  advance,
  claimJob,
  finish,
  type HeldJob,
  LEASE_SECONDS,
  LeaseLostError,
  release,
  renew,
} from "@/lib/bulk-jobs/lease";
import { type JobLink, jobLinkColumns, linksOf } from "@/lib/bulk-jobs/links";
import { BULK_JOB_KINDS, type BulkJobFailure, type BulkJobKind } from "@/lib/bulk-jobs/types";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";

const POLL_MS = 1_000;
const RETRY_SECONDS = 2;
const SIGN_OF_LIFE_MS = (LEASE_SECONDS * 1000) / 3;
/** Failures of a job that are named. */
const NAMED_FAILURES = 100;

/** What was prepared for a batch: links that failed, and how the rest is written. */
export type PreparedBatch = { failures: BulkJobFailure[]; write?: (client: PoolClient) => Promise<void> };

/** How the links of one kind of job are done. */
export type BulkWork = {
  /** Links in one transaction. */
  batchSize: number;
  /** Outside the transaction. May be done again for the same links, when a worker dies before it has written them. */
  prepare: (links: JobLink[], job: HeldJob) => Promise<PreparedBatch>;
  /** No more batches for now. */
  rest?: () => Promise<void>;
};

/** Works off bulk jobs until the signal; then ends after the batch in hand. */
export async function runBulkJobs(works: Partial<Record<BulkJobKind, BulkWork>>, stopping: AbortSignal): Promise<void> {
  const workerId = randomUUID();
  await Promise.all(
    BULK_JOB_KINDS.map(async (kind) => {
      const work = works[kind];
      if (work) await runKind(kind, work, workerId, stopping);
    }),
  );
}

async function runKind(kind: BulkJobKind, work: BulkWork, workerId: string, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const job = await claimJob(kind, workerId).catch((error: unknown) => {
      log.warn({ err: error, kind }, "jobs cannot be read");
      return null;
    });
    if (job) await runJob(job, work, workerId, stopping);
    else await sleep(POLL_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

async function runJob(job: HeldJob, work: BulkWork, workerId: string, stopping: AbortSignal): Promise<void> {
  const held = { ...job };
  log.info({ jobId: job.id, kind: job.kind, position: job.position }, "job taken up");
  const signs = setInterval(() => void renew(held, workerId).catch(() => undefined), SIGN_OF_LIFE_MS);
  try {
    while (!stopping.aborted) {
      const links = await nextLinks(held, work.batchSize);
      const last = links.at(-1);
      if (!last) return await finish(held, workerId);
      await doBatch(held, work, workerId, links);
      held.position = last.id;
    }
    await release(held, workerId);
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    log.error(
      { err: error, jobId: job.id, kind: job.kind, position: held.position },
      "batch failed; it is tried again",
    );
    await release(held, workerId, RETRY_SECONDS).catch(() => undefined);
  } finally {
    clearInterval(signs);
    await work.rest?.();
  }
}

/** By the key, so that what comes and goes meanwhile makes it neither skip nor repeat a link. */
async function nextLinks({ kind, createdAt, position }: HeldJob, limit: number): Promise<JobLink[]> {
  return prisma().shortUrl.findMany({
    where: { ...linksOf(kind, createdAt), ...(position && { id: { gt: position } }) },
    select: jobLinkColumns,
    orderBy: { id: "asc" },
    take: limit,
  });
}

async function doBatch(job: HeldJob, work: BulkWork, workerId: string, links: JobLink[]): Promise<void> {
  const { failures, write } = await work.prepare(links, job);
  const position = links.at(-1)?.id ?? "";
  await inTransaction(pool(), async (client) => {
    await advance(client, job, workerId, {
      position,
      updated: links.length - failures.length,
      failed: failures.length,
    });
    await write?.(client);
    await nameFailures(client, job.id, failures);
  });
}

async function nameFailures(client: PoolClient, jobId: string, failures: BulkJobFailure[]): Promise<void> {
  if (failures.length === 0) return;
  await client.query(
    `INSERT INTO bulk_job_failures (job_id, url_id, short_code, reason)
     SELECT $1, failure.* FROM unnest($2::uuid[], $3::text[], $4::text[]) AS failure
     LIMIT greatest(0, $5 - (SELECT count(*) FROM bulk_job_failures WHERE job_id = $1))`,
    [
      jobId,
      failures.map(({ urlId }) => urlId),
      failures.map(({ shortCode }) => shortCode),
      failures.map(({ reason }) => reason),
      NAMED_FAILURES,
    ],
  );
}

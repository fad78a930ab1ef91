import { recordAudit } from "@/lib/audit/record";
import { bulkJobColumns, toBulkJob } from "@/lib/bulk-jobs/dto";
import { linksOf } from "@/lib/bulk-jobs/links";
import { canRunBulkJobs } from "@/lib/bulk-jobs/policy";
import { BULK_JOB_LABELS, type BulkJob, type BulkJobKind } from "@/lib/bulk-jobs/types";
import { isUniqueViolation, prisma } from "@/lib/db/prisma";
import { AppError, forbidden } from "@/lib/errors";
import type { Actor } from "@/lib/users/types";

/** One that is found running may have ended before it is read. */
const MOST_ATTEMPTS = 3;

/**
 * Starts a job over all links; the worker does it. While one of its kind waits or runs, that one is
 * the answer.
 *
 * @throws AppError forbidden
 */
export async function startBulkJob(actor: Actor, kind: BulkJobKind): Promise<BulkJob> {
  if (!canRunBulkJobs(actor)) throw forbidden();
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const underWay = await findUnderWay(kind);
    if (underWay) return underWay;
    try {
      return await insertJob(actor, kind);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw new AppError("conflict", "Another job of this kind was started at the same moment. Please try again.");
}

async function findUnderWay(kind: BulkJobKind): Promise<BulkJob | null> {
  const row = await prisma().bulkJob.findFirst({
    where: { kind, state: { in: ["waiting", "running"] } },
    select: bulkJobColumns,
  });
  return row && toBulkJob(row);
}

async function insertJob(actor: Actor, kind: BulkJobKind): Promise<BulkJob> {
  const createdAt = new Date();
  const totalUrls = await prisma().shortUrl.count({ where: linksOf(kind, createdAt) });
  return prisma().$transaction(async (tx) => {
    const row = await tx.bulkJob.create({
      data: { kind, totalUrls, createdAt, startedById: actor.id, startedByLabel: actor.label },
      select: bulkJobColumns,
    });
    await recordAudit(tx, actor, {
      action: "bulk_job.start",
      subject: { type: "bulk_job", id: row.id, label: BULK_JOB_LABELS[kind] },
      after: { kind, totalUrls },
    });
    return toBulkJob(row);
  });
}

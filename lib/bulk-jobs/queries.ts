import { validate as isUuid } from "uuid";
import { type BulkJobRow, bulkJobColumns, toBulkJob } from "@/lib/bulk-jobs/dto";
import { canRunBulkJobs } from "@/lib/bulk-jobs/policy";
import type { BulkJob, BulkJobDetails } from "@/lib/bulk-jobs/types";
import { prisma } from "@/lib/db/prisma";
import { forbidden, notFound } from "@/lib/errors";
import type { Actor } from "@/lib/users/types";

/** How many of the latest are listed. */
const LISTED = 20;

/**
 * The latest jobs, newest first.
 *
 * @throws AppError forbidden
 */
export async function listBulkJobs(actor: Actor): Promise<BulkJob[]> {
  if (!canRunBulkJobs(actor)) throw forbidden();
  const rows = await prisma().bulkJob.findMany({
    select: bulkJobColumns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: LISTED,
  });
  return rows.map(toBulkJob);
}

/**
 * A job, with the links that it could not do; the first hundred are kept.
 *
 * @throws AppError forbidden, not_found
 */
export async function getBulkJob(actor: Actor, id: string): Promise<BulkJobDetails> {
  const row = await getBulkJobOrThrow(actor, id);
  const failures = await prisma().bulkJobFailure.findMany({
    where: { jobId: row.id },
    select: { urlId: true, shortCode: true, reason: true },
    orderBy: { urlId: "asc" },
  });
  return { ...toBulkJob(row), failures };
}

/** @throws AppError forbidden, not_found */
export async function getBulkJobOrThrow(actor: Actor, id: string): Promise<BulkJobRow> {
  if (!canRunBulkJobs(actor)) throw forbidden();
  const row = isUuid(id) ? await prisma().bulkJob.findUnique({ where: { id }, select: bulkJobColumns }) : null;
  if (!row) throw notFound("Job");
  return row;
}

import { recordAudit } from "@/lib/audit/record";
import { toBulkJob } from "@/lib/bulk-jobs/dto";
import { getBulkJobOrThrow } from "@/lib/bulk-jobs/queries";
import { BULK_JOB_LABELS, type BulkJob } from "@/lib/bulk-jobs/types";
import { prisma } from "@/lib/db/prisma";
import type { Actor } from "@/lib/users/types";

/**
 * Ends a job before it is through; what is done stays done, and the batch in hand is dropped. One
 * that has ended stays as it is.
 *
 * @throws AppError forbidden, not_found
 */
export async function cancelBulkJob(actor: Actor, id: string): Promise<BulkJob> {
  const { kind } = toBulkJob(await getBulkJobOrThrow(actor, id));
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.bulkJob.updateMany({
      where: { id, state: { in: ["waiting", "running"] } },
      data: { state: "cancelled", finishedAt: new Date() },
    });
    if (count === 0) return;
    await recordAudit(tx, actor, {
      action: "bulk_job.cancel",
      subject: { type: "bulk_job", id, label: BULK_JOB_LABELS[kind] },
    });
  });
  return toBulkJob(await getBulkJobOrThrow(actor, id));
}

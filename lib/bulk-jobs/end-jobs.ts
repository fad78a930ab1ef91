import type { BulkJobKind } from "@/lib/bulk-jobs/types";
import { prisma } from "@/lib/db/prisma";

/** Ends what waits or runs of a kind that nobody here does any more, with a word to those who look on. */
export async function endJobs(kind: BulkJobKind, error: string): Promise<void> {
  await prisma().bulkJob.updateMany({
    where: { kind, state: { in: ["waiting", "running"] } },
    data: { state: "failed", error, finishedAt: new Date() },
  });
}

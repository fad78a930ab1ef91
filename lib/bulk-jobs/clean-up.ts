import { prisma } from "@/lib/db/prisma";

const KEPT_DAYS = 90;

/** Removes jobs that ended long ago; the audit log still says who started them. */
export async function removeOldBulkJobs(): Promise<void> {
  await prisma().bulkJob.deleteMany({ where: { finishedAt: { lt: new Date(Date.now() - KEPT_DAYS * 86_400_000) } } });
}

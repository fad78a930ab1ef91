import { BULK_JOB_KINDS, BULK_JOB_STATES, type BulkJob } from "@/lib/bulk-jobs/types";
import type { BulkJob as Row } from "@/lib/db/generated/client";

/** The columns that a DTO is made of. */
export const bulkJobColumns = {
  id: true,
  kind: true,
  state: true,
  totalUrls: true,
  updatedCount: true,
  failedCount: true,
  createdAt: true,
  finishedAt: true,
  startedByLabel: true,
  error: true,
} as const;

export type BulkJobRow = Pick<Row, keyof typeof bulkJobColumns>;

/** A row as it leaves the server. */
export function toBulkJob(row: BulkJobRow): BulkJob {
  return {
    id: row.id,
    kind: oneOf(BULK_JOB_KINDS, row.kind),
    state: oneOf(BULK_JOB_STATES, row.state),
    totalUrls: row.totalUrls,
    updatedCount: row.updatedCount,
    failedCount: row.failedCount,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    startedBy: row.startedByLabel,
    error: row.error,
  };
}

/** The database checks the same lists. */
function oneOf<T extends string>(values: readonly T[], text: string): T {
  const value = values.find((one) => one === text);
  if (value === undefined) throw new Error(`unknown value ${text}`);
  return value;
}

export const BULK_JOB_KINDS = ["regenerate-qr", "refresh-favicons"] as const;
export type BulkJobKind = (typeof BULK_JOB_KINDS)[number];

export const BULK_JOB_STATES = ["waiting", "running", "done", "cancelled", "failed"] as const;
export type BulkJobState = (typeof BULK_JOB_STATES)[number];

/** A job over all links, and how far it has come. */
export type BulkJob = {
  id: string;
  kind: BulkJobKind;
  state: BulkJobState;
  /** Links that it is to do. */
  totalUrls: number;
  /** Links done so far. */
  updatedCount: number;
  /** Links that could not be done. */
  failedCount: number;
  /** ISO 8601 */
  createdAt: string;
  finishedAt: string | null;
  startedBy: string;
  error: string | null;
};

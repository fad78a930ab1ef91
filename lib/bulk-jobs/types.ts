export const BULK_JOB_KINDS = ["regenerate-qr", "refresh-favicons"] as const;
export type BulkJobKind = (typeof BULK_JOB_KINDS)[number];

export const BULK_JOB_STATES = ["waiting", "running", "done", "cancelled", "failed"] as const;
export type BulkJobState = (typeof BULK_JOB_STATES)[number];

/** What people call them, in screens and in the audit log. */
export const BULK_JOB_LABELS: Record<BulkJobKind, string> = {
  "regenerate-qr": "Regenerate QR codes",
  "refresh-favicons": "Refresh favicons",
};

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

/** A link that could not be done, and why, for people. */
export type BulkJobFailure = { urlId: string; shortCode: string; reason: string };

/** A job with the first links that it could not do. */
export type BulkJobDetails = BulkJob & { failures: BulkJobFailure[] };

/** Whether it is still to go on. */
export function isUnderWay({ state }: Pick<BulkJob, "state">): boolean {
  return state === "waiting" || state === "running";
}

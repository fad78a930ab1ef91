import { type FixedFailure, failureToast } from "@/components/data/toast-error";
import type { ToastInput } from "@/components/ui/toast-store";
import type { BulkJob, BulkJobKind } from "@/lib/bulk-jobs/types";
import { formatCount, plural } from "@/lib/format";

/** Spec section 8. */
export const BULK_JOB_FAILED: Record<BulkJobKind, FixedFailure> = {
  "regenerate-qr": "Failed to regenerate QR codes",
  "refresh-favicons": "Failed to refresh favicons",
};

export const BULK_JOB_RUNNING: Record<BulkJobKind, string> = {
  "regenerate-qr": "Regenerating QR codes",
  "refresh-favicons": "Refreshing favicons",
};

type Ended = Pick<BulkJob, "kind" | "state" | "totalUrls" | "updatedCount" | "failedCount" | "error">;

/** What to say of a job that has ended. */
export function endNotice(job: Ended): ToastInput {
  if (job.state === "failed") return failureToast(BULK_JOB_FAILED[job.kind], job.error ?? undefined);
  if (job.state === "cancelled") return { title: `Cancelled after ${doneOf(job)}` };
  if (job.kind === "refresh-favicons") {
    return { title: `Updated favicons for ${formatCount(job.updatedCount)} of ${formatCount(job.totalUrls)} URLs` };
  }
  return {
    title: "QR codes regenerated successfully",
    ...(job.failedCount > 0 && { description: `${plural(job.failedCount, "link")} could not be drawn.` }),
  };
}

/** "3,500 of 10,000 URLs" */
export function doneOf(job: Pick<BulkJob, "updatedCount" | "failedCount" | "totalUrls">): string {
  return `${formatCount(job.updatedCount + job.failedCount)} of ${plural(job.totalUrls, "URL")}`;
}

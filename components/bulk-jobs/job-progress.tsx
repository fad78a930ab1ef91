"use client";

import { doneOf } from "@/components/bulk-jobs/bulk-job-texts";
import { useJobSpeed } from "@/components/bulk-jobs/use-job-speed";
import { ProgressBar } from "@/components/ui/progress-bar";
import { BULK_JOB_LABELS, type BulkJob } from "@/lib/bulk-jobs/types";
import { plural } from "@/lib/format";

/** How far a job is, how fast it goes, and how long it will take. */
export function JobProgress({ job }: { job: BulkJob }) {
  const speed = useJobSpeed(job);
  return (
    <div className="grid gap-1.5">
      <ProgressBar
        label={BULK_JOB_LABELS[job.kind]}
        value={job.updatedCount + job.failedCount}
        max={job.totalUrls}
        valueText={doneOf(job)}
      />
      <div className="flex flex-wrap justify-between gap-x-3 text-muted text-sm tabular-nums">
        <span>
          {doneOf(job)}
          {job.failedCount > 0 && `, ${plural(job.failedCount, "failure")}`}
        </span>
        <span>{job.state === "waiting" ? "Waiting for the worker" : speed}</span>
      </div>
    </div>
  );
}

"use client";

import { useEffect, useState } from "react";
import { addSample, type Sample, speedText } from "@/components/bulk-jobs/job-speed";
import type { BulkJob } from "@/lib/bulk-jobs/types";

/** How fast a job goes and how long it will take, as far as this page has watched it. */
export function useJobSpeed(job: BulkJob): string {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const done = job.updatedCount + job.failedCount;
  useEffect(() => {
    setSamples((known) => addSample(known, { atMs: Date.now(), done }));
  }, [done]);
  return speedText(samples, job.totalUrls);
}

"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { bulkJobsQuery } from "@/components/bulk-jobs/bulk-job-queries";
import { BULK_JOB_FAILED } from "@/components/bulk-jobs/bulk-job-texts";
import { watchJob } from "@/components/bulk-jobs/watched-jobs";
import { call } from "@/components/data/api";
import { toastError, toastFailure } from "@/components/data/toast-error";
import { type BulkJob, type BulkJobKind, isUnderWay } from "@/lib/bulk-jobs/types";
import { paths } from "@/lib/paths";

const START_PATH: Record<BulkJobKind, string> = {
  "regenerate-qr": paths.api.regenerateQr,
  "refresh-favicons": paths.api.refreshFavicons,
};

/**
 * A kind of job over all links: the one that is under way, as far as this page knows, and how to
 * start one. `BulkJobWatcher` follows it and tells its end.
 */
export function useBulkJob(kind: BulkJobKind) {
  const client = useQueryClient();
  // Without asking: the watcher asks while there is something to follow.
  const jobs = useQuery({ ...bulkJobsQuery, enabled: false }).data ?? [];
  const start = useMutation({
    mutationFn: () => call<BulkJob>("POST", START_PATH[kind]),
    onSuccess: (job) => {
      client.setQueryData(bulkJobsQuery.queryKey, (known = []) => [job, ...known.filter(({ id }) => id !== job.id)]);
      watchJob(job.id);
    },
    onError: (error) => toastFailure(error, BULK_JOB_FAILED[kind]),
  });
  return { underWay: jobs.find((job) => job.kind === kind && isUnderWay(job)), start };
}

export function useCancelBulkJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<BulkJob>("POST", paths.api.cancelBulkJob(id)),
    onSuccess: (job) => {
      client.setQueryData(bulkJobsQuery.queryKey, (known = []) => known.map((one) => (one.id === job.id ? job : one)));
    },
    onError: (error) => toastError(error, "Failed to cancel the job"),
  });
}

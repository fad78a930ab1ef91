import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import type { BulkJob, BulkJobDetails } from "@/lib/bulk-jobs/types";
import type { FailedJob } from "@/lib/failed-jobs/types";
import { paths } from "@/lib/paths";

/** The latest jobs over all links, newest first. */
export const bulkJobsQuery = queryOptions({
  queryKey: [paths.api.bulkJobs],
  queryFn: () => call<BulkJob[]>("GET", paths.api.bulkJobs),
});

/** A job with the links that it could not do. */
export function bulkJobQuery(id: string) {
  return queryOptions({
    queryKey: [...bulkJobsQuery.queryKey, id],
    queryFn: () => call<BulkJobDetails>("GET", paths.api.bulkJob(id)),
    gcTime: 0,
  });
}

/** What the queue has given up, the latest first. */
export const failedJobsQuery = queryOptions({
  queryKey: [paths.api.failedJobs],
  queryFn: () => call<FailedJob[]>("GET", paths.api.failedJobs),
});

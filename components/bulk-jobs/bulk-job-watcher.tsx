"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { bulkJobsQuery } from "@/components/bulk-jobs/bulk-job-queries";
import { endNotice } from "@/components/bulk-jobs/bulk-job-texts";
import { getWatched, subscribeToWatched, unwatchJob } from "@/components/bulk-jobs/watched-jobs";
import { queryKeys } from "@/components/data/query-options";
import { toastInTurn } from "@/components/ui/toast-store";
import { isUnderWay } from "@/lib/bulk-jobs/types";

const POLL_MS = 1_000;
const NONE: readonly string[] = [];

/** Few ever see one: its code comes when it is needed. */
const ProgressToasts = lazy(() =>
  import("@/components/bulk-jobs/progress-toasts").then((module) => ({ default: module.ProgressToasts })),
);

/** Follows the jobs that are watched over all pages, and tells their end. Asks once a second while there is one. */
export function BulkJobWatcher() {
  const client = useQueryClient();
  const watched = useSyncExternalStore(subscribeToWatched, getWatched, () => NONE);
  const isWatching = watched.length > 0;
  const { data: jobs } = useQuery({
    ...bulkJobsQuery,
    enabled: isWatching,
    refetchInterval: isWatching ? POLL_MS : false,
  });

  useEffect(() => {
    for (const job of jobs ?? []) {
      if (!watched.includes(job.id) || isUnderWay(job)) continue;
      unwatchJob(job.id);
      toastInTurn(endNotice(job));
      void client.invalidateQueries({ queryKey: queryKeys.urls });
    }
  }, [client, jobs, watched]);

  if (!isWatching) return null;
  return (
    <Suspense>
      <ProgressToasts jobs={(jobs ?? []).filter((job) => watched.includes(job.id) && isUnderWay(job))} />
    </Suspense>
  );
}

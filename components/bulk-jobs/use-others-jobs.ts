"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { bulkJobsQuery } from "@/components/bulk-jobs/bulk-job-queries";
import { watchJob } from "@/components/bulk-jobs/watched-jobs";
import { call } from "@/components/data/api";
import { type BulkJob, isUnderWay } from "@/lib/bulk-jobs/types";
import { paths } from "@/lib/paths";

const LOOK_EVERY_MS = 15_000;

/**
 * Learns of jobs that somebody else has started, where screens have a button for them: when the screen comes, when it
 * is to be seen again, and every so often. Apart from the queries, which nothing fetches again by itself (decision
 * 0095); that nobody is signed in any more, or no server there, is for the next call of the user's own to tell.
 */
export function useOthersJobs({ enabled }: { enabled: boolean }): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!enabled) return;
    const look = async () => {
      if (document.hidden) return;
      const jobs = await call<BulkJob[]>("GET", paths.api.bulkJobs).catch(() => null);
      if (!jobs) return;
      client.setQueryData(bulkJobsQuery.queryKey, jobs);
      for (const { id } of jobs.filter(isUnderWay)) watchJob(id);
    };
    void look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [client, enabled]);
}

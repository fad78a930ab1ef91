"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { failedJobsQuery } from "@/components/bulk-jobs/bulk-job-queries";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import { LocalDateTime } from "@/components/ui/local-date";
import { toast } from "@/components/ui/toast-store";
import type { FailedJob } from "@/lib/failed-jobs/types";
import { plural } from "@/lib/format";
import { paths } from "@/lib/paths";

/** What the queue has given up: mails that could not be sent and the like. */
export function FailedJobs() {
  const query = useQuery(failedJobsQuery);
  const onRetry = () => void query.refetch();
  const jobs = query.data ?? [];
  return (
    <Card aria-label="Failed background jobs">
      <h2 className="border-line border-b px-5 py-3 font-semibold text-base text-ink">Failed background jobs</h2>
      {query.isError && !query.data && (
        <ListFailed title="The failed jobs could not be loaded" onRetry={onRetry} retrying={query.isFetching} />
      )}
      {query.isError && query.data && <ListOutdated onRetry={onRetry} retrying={query.isFetching} />}
      {query.data && jobs.length === 0 && (
        <p className="flex items-center gap-2.5 px-5 py-4 text-base text-muted">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-accent-text" strokeWidth={1.75} />
          All mails and other background jobs of the last week went through.
        </p>
      )}
      <ul className="divide-y divide-line">
        {jobs.map((job) => (
          <Failed key={job.id} job={job} />
        ))}
      </ul>
    </Card>
  );
}

function Failed({ job }: { job: FailedJob }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => call<{ id: string }>("POST", paths.api.retryFailedJob(job.id)),
    onSuccess: () => {
      toast({ title: "The job is tried again" });
      void client.invalidateQueries({ queryKey: failedJobsQuery.queryKey });
    },
    onError: (error) => toastError(error, "Failed to try the job again"),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-mono text-ink text-sm">{job.queue}</p>
        <p className="break-words text-base text-muted">{job.error || "No reason was given"}</p>
        <p className="text-muted text-sm tabular-nums">
          <LocalDateTime iso={job.failedAt} />, after {plural(job.tries, "try", "tries")}
        </p>
      </div>
      {job.canRetry && (
        <Button size="sm" variant="secondary" loading={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
      )}
    </li>
  );
}

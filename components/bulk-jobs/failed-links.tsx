"use client";

import { useQuery } from "@tanstack/react-query";
import { bulkJobQuery } from "@/components/bulk-jobs/bulk-job-queries";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "@/lib/format";

/** Which links a job could not do, and why. */
export function FailedLinks({ jobId, count }: { jobId: string; count: number }) {
  const query = useQuery(bulkJobQuery(jobId));
  if (query.isPending) return <Skeleton className="w-64" />;
  if (!query.data) {
    return (
      <p role="alert" className="flex items-center gap-3 text-base text-muted">
        The failed links could not be loaded.
        <Button size="sm" variant="secondary" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  const { failures } = query.data;
  return (
    <div className="grid max-h-72 gap-1 overflow-y-auto rounded-lg border border-line bg-canvas p-3 text-sm">
      <ul className="grid gap-1">
        {failures.map(({ urlId, shortCode, reason }) => (
          <li key={urlId} className="flex flex-wrap gap-x-3">
            <span className="break-all font-mono text-ink">{shortCode}</span>
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {failures.length < count && (
        <p className="text-muted">
          The first {formatCount(failures.length)} of {formatCount(count)} are named.
        </p>
      )}
    </div>
  );
}

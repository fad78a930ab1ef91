"use client";

import { History } from "lucide-react";
import { useState } from "react";
import { doneOf } from "@/components/bulk-jobs/bulk-job-texts";
import { FailedLinks } from "@/components/bulk-jobs/failed-links";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalDateTime } from "@/components/ui/local-date";
import type { BulkJob, BulkJobState } from "@/lib/bulk-jobs/types";
import { plural } from "@/lib/format";

const STATE_BADGE: Record<BulkJobState, BadgeVariant> = {
  waiting: "secondary",
  running: "default",
  done: "default",
  cancelled: "secondary",
  failed: "destructive",
};

/** What became of the runs that have ended. */
export function LastRuns({ runs }: { runs: BulkJob[] }) {
  return (
    <Card aria-label="Last runs">
      <h2 className="border-line border-b px-5 py-3 font-semibold text-base text-ink">Last runs</h2>
      {runs.length === 0 ? (
        <EmptyState icon={History} title="No runs yet" description="The QR codes were never all drawn at once." />
      ) : (
        <ul className="divide-y divide-line">
          {runs.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Run({ run }: { run: BulkJob }) {
  const [isOpen, setIsOpen] = useState(false);
  const seconds = run.finishedAt && Math.round((Date.parse(run.finishedAt) - Date.parse(run.createdAt)) / 1000);
  return (
    <li className="grid gap-2 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="text-base text-ink tabular-nums">
            <LocalDateTime iso={run.createdAt} />
          </p>
          <p className="break-words text-muted text-sm tabular-nums">
            {doneOf(run)}
            {typeof seconds === "number" && `, ${plural(Math.max(1, seconds), "second")}`}, started by {run.startedBy}
          </p>
          {run.error && <p className="text-danger-text text-sm">{run.error}</p>}
        </div>
        <div className="flex items-center gap-2">
          {run.failedCount > 0 && (
            <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {plural(run.failedCount, "failed link")}
            </Button>
          )}
          <Badge variant={STATE_BADGE[run.state]}>{run.state}</Badge>
        </div>
      </div>
      {isOpen && <FailedLinks jobId={run.id} count={run.failedCount} />}
    </li>
  );
}

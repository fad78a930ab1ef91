"use client";

import { useQuery } from "@tanstack/react-query";
import { QrCode } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { bulkJobsQuery } from "@/components/bulk-jobs/bulk-job-queries";
import { BULK_JOB_RUNNING } from "@/components/bulk-jobs/bulk-job-texts";
import { JobProgress } from "@/components/bulk-jobs/job-progress";
import { LastRuns } from "@/components/bulk-jobs/last-runs";
import { useBulkJob, useCancelBulkJob } from "@/components/bulk-jobs/use-bulk-job";
import { useOthersJobs } from "@/components/bulk-jobs/use-others-jobs";
import { watchJob } from "@/components/bulk-jobs/watched-jobs";
import { useAppConfig } from "@/components/data/app-config";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ListFailed } from "@/components/ui/list-faces";
import { LocalDateTime } from "@/components/ui/local-date";
import type { BulkJob } from "@/lib/bulk-jobs/types";

/** Draws all QR codes anew, shows how far that is, whoever started it, and what came of the last times. */
export function RegenerateQrCodes() {
  const query = useQuery(bulkJobsQuery);
  const { underWay, start } = useBulkJob("regenerate-qr");
  const underWayId = underWay?.id;
  useOthersJobs({ enabled: true });
  // At once what was under way when the page came, be it another administrator's.
  useEffect(() => {
    if (underWayId) watchJob(underWayId);
  }, [underWayId]);

  const runs = (query.data ?? []).filter(({ kind }) => kind === "regenerate-qr");
  return (
    <>
      <Card aria-label="Regenerate QR codes">
        <Explanation />
        <div className="border-line border-t p-5">
          {underWay ? <Running job={underWay} /> : <Start pending={start.isPending} onStart={start.mutate} />}
        </div>
      </Card>
      {query.isError && !query.data ? (
        <Card aria-label="Last runs">
          <ListFailed
            title="The last runs could not be loaded"
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Card>
      ) : (
        <LastRuns runs={runs.filter(({ id }) => id !== underWayId)} />
      )}
    </>
  );
}

function Explanation() {
  const { baseUrl } = useAppConfig();
  return (
    <div className="grid gap-1 p-5">
      <h2 className="font-semibold text-ink text-lg tracking-[-0.01em]">Regenerate QR codes</h2>
      <p className="max-w-2xl text-pretty text-base text-muted">
        After a change of the base URL, this draws the QR code of every short URL anew and stores it. Codes that were
        printed before go on saying the old address.
      </p>
      <p className="mt-1 min-w-0 text-base text-muted">
        Base URL: <span className="break-all font-mono text-ink text-sm">{baseUrl}</span>
      </p>
    </div>
  );
}

function Start({ pending, onStart }: { pending: boolean; onStart: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} className="w-full sm:w-auto" loading={pending} onClick={() => setIsAsking(true)}>
        <QrCode aria-hidden className="size-4" strokeWidth={1.75} />
        Regenerate All QR Codes
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Regenerate all QR codes?"
        description="The QR codes of all short URLs are drawn under the present base URL. This may take some minutes; links go on working meanwhile."
        confirmLabel="Regenerate"
        confirmVariant="primary"
        pending={pending}
        onConfirm={() => {
          setIsAsking(false);
          onStart();
        }}
        returnFocusTo={button}
      />
    </>
  );
}

function Running({ job }: { job: BulkJob }) {
  const cancel = useCancelBulkJob();
  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium text-base text-ink">{BULK_JOB_RUNNING[job.kind]}</p>
          <p className="text-muted text-sm">
            Started by {job.startedBy}, <LocalDateTime iso={job.createdAt} />
          </p>
        </div>
        <Button size="sm" variant="secondary" loading={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
          Cancel
        </Button>
      </div>
      <JobProgress job={job} />
    </div>
  );
}

"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { BULK_JOB_RUNNING } from "@/components/bulk-jobs/bulk-job-texts";
import { JobProgress } from "@/components/bulk-jobs/job-progress";
import { useCancelBulkJob } from "@/components/bulk-jobs/use-bulk-job";
import { Button } from "@/components/ui/button";
import type { BulkJob } from "@/lib/bulk-jobs/types";
import { paths } from "@/lib/paths";

/** The progress of long work, on every page until it ends; not where the page itself shows it. */
export function ProgressToasts({ jobs }: { jobs: BulkJob[] }) {
  const isOnQrCodes = usePathname() === paths.qrCodes;
  const shown = jobs.filter(({ kind }) => !(isOnQrCodes && kind === "regenerate-qr"));
  return (
    <>
      {/* Below the notices, and in the middle, where it covers neither them nor the sidebar. */}
      <Toaster position="bottom-center" gap={8} style={{ zIndex: 50 }} containerAriaLabel="Progress" />
      {shown.map((job) => (
        <ProgressToast key={job.id} job={job} />
      ))}
    </>
  );
}

function ProgressToast({ job }: { job: BulkJob }) {
  useEffect(() => {
    toast.custom(() => <ProgressCard job={job} />, {
      id: job.id,
      duration: Number.POSITIVE_INFINITY,
      dismissible: false,
    });
  }, [job]);
  useEffect(() => () => void toast.dismiss(job.id), [job.id]);
  return null;
}

function ProgressCard({ job }: { job: BulkJob }) {
  const cancel = useCancelBulkJob();
  return (
    <div className="grid w-full gap-2.5 rounded-xl border border-line bg-raised p-4 font-sans text-ink shadow-raised sm:w-89">
      <div className="flex items-center justify-between gap-3">
        <p className="font-medium text-base">{BULK_JOB_RUNNING[job.kind]}</p>
        <Button size="sm" variant="ghost" loading={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
          Cancel
        </Button>
      </div>
      <JobProgress job={job} />
    </div>
  );
}

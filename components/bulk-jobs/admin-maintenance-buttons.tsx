"use client";

import { Image, type LucideIcon, QrCode } from "lucide-react";
import { useBulkJob } from "@/components/bulk-jobs/use-bulk-job";
import { useOthersJobs } from "@/components/bulk-jobs/use-others-jobs";
import { useAppConfig } from "@/components/data/app-config";
import { useActor } from "@/components/data/use-actor";
import { Button } from "@/components/ui/button";
import { canRunBulkJobs } from "@/lib/bulk-jobs/policy";

/** 'Refresh Favicons' and 'Regenerate QRs', for those who may (spec section 2, URL table). Nothing for others. */
export function AdminMaintenanceButtons({ className }: { className?: string }) {
  const actor = useActor();
  const config = useAppConfig();
  const favicons = useBulkJob("refresh-favicons");
  const qrCodes = useBulkJob("regenerate-qr");
  const mayStart = actor !== undefined && canRunBulkJobs(actor);
  useOthersJobs({ enabled: mayStart });
  if (!mayStart) return null;
  return (
    <div className={className}>
      {config.favicons && <StartButton job={favicons} icon={Image} label="Refresh Favicons" />}
      <StartButton job={qrCodes} icon={QrCode} label="Regenerate QRs" />
    </div>
  );
}

type StartButtonProps = { job: ReturnType<typeof useBulkJob>; icon: LucideIcon; label: string };

/** The spinner takes the place of the icon, so that the button stays as wide as it is. */
function StartButton({ job: { start, underWay }, icon: Icon, label }: StartButtonProps) {
  const isBusy = start.isPending || underWay !== undefined;
  return (
    <Button variant="secondary" loading={isBusy} onClick={() => start.mutate()}>
      {!isBusy && <Icon aria-hidden className="size-4" strokeWidth={1.75} />}
      {label}
    </Button>
  );
}

"use client";

import { Image, QrCode } from "lucide-react";
import { useBulkJob } from "@/components/bulk-jobs/use-bulk-job";
import { useActor } from "@/components/data/use-actor";
import { Button } from "@/components/ui/button";
import { canRunBulkJobs } from "@/lib/bulk-jobs/policy";

/** 'Refresh Favicons' and 'Regenerate QRs', for those who may (spec section 2, URL table). Nothing for others. */
export function AdminMaintenanceButtons({ className }: { className?: string }) {
  const actor = useActor();
  const favicons = useBulkJob("refresh-favicons");
  const qrCodes = useBulkJob("regenerate-qr");
  if (!actor || !canRunBulkJobs(actor)) return null;
  return (
    <>
      <Button
        variant="secondary"
        className={className}
        loading={favicons.start.isPending || favicons.underWay !== undefined}
        onClick={() => favicons.start.mutate()}
      >
        <Image aria-hidden className="size-4" strokeWidth={1.75} />
        Refresh Favicons
      </Button>
      <Button
        variant="secondary"
        className={className}
        loading={qrCodes.start.isPending || qrCodes.underWay !== undefined}
        onClick={() => qrCodes.start.mutate()}
      >
        <QrCode aria-hidden className="size-4" strokeWidth={1.75} />
        Regenerate QRs
      </Button>
    </>
  );
}

import { PanelSkeleton } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";

export function AnalyticsSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div className="grid gap-4">
        <div className="flex h-10 items-center gap-5 border-line border-b">
          <Skeleton className="w-18" />
          <Skeleton className="w-18" />
        </div>
        <div className="grid gap-4 lg:grid-cols-3">
          <PanelSkeleton title="Access Methods" />
          <PanelSkeleton title="Device Types" />
          <PanelSkeleton title="Traffic Sources" />
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        <PanelSkeleton title="Top Links" />
        <PanelSkeleton title="Daily Activity" />
        <div className="grid gap-4">
          <PanelSkeleton title="QR Code vs URL Access" />
          <PanelSkeleton title="Device Breakdown" />
        </div>
      </div>
    </>
  );
}

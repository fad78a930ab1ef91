import { AnalyticsHeader } from "@/app/(dashboard)/analytics/header";
import { AnalyticsSkeleton } from "@/components/analytics/analytics-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export default function AnalyticsLoading() {
  return (
    <>
      <AnalyticsHeader />
      <Skeleton className="h-9 pointer-coarse:h-11 sm:max-w-96" />
      <AnalyticsSkeleton />
    </>
  );
}

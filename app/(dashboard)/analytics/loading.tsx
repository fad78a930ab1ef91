import { AnalyticsHeader } from "@/app/(dashboard)/analytics/header";
import { AnalyticsSkeleton } from "@/components/analytics/analytics-skeleton";
import { AnalyticsToolbarSkeleton } from "@/components/analytics/analytics-toolbar";

export default function AnalyticsLoading() {
  return (
    <>
      <AnalyticsHeader />
      <AnalyticsToolbarSkeleton />
      <AnalyticsSkeleton />
    </>
  );
}

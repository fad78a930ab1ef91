import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { AnalyticsSkeleton } from "@/components/analytics/analytics-skeleton";
import { AnalyticsToolbarSkeleton } from "@/components/analytics/analytics-toolbar";

export const analyticsScreen: Screen = {
  title: "Analytics",
  subtitle: "Clicks, sources and devices across your links",
  skeleton: (
    <>
      <AnalyticsToolbarSkeleton />
      <AnalyticsSkeleton />
    </>
  ),
};

export default loading(analyticsScreen);

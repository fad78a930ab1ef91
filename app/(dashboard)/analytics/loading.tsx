import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { AnalyticsToolbarSkeleton } from "@/components/analytics/analytics-bar";
import { AnalyticsSkeleton } from "@/components/analytics/analytics-skeleton";
import { OwnAnalyticsLink } from "@/components/stats/own-analytics-link";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";

export const analyticsScreen: Screen = {
  title: "Analytics",
  subtitle: "Clicks, sources and devices across your links",
  link: (user) => user && canSeeGlobalAnalytics(user) && <OwnAnalyticsLink />,
  skeleton: (
    <>
      <AnalyticsToolbarSkeleton />
      <AnalyticsSkeleton />
    </>
  ),
};

export default loading(analyticsScreen);

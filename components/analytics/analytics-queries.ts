import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import type { DashboardStats, GlobalAnalytics, Period, PeriodTopUrls } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";

export const dashboardStatsQuery = queryOptions({
  queryKey: queryKeys.dashboardStats,
  queryFn: () => call<DashboardStats>("GET", paths.api.dashboardStats),
});

/** The clicks of all links within a period; the call omits it for all time (spec section 7). */
export function globalAnalyticsQuery(period: Period) {
  const search = period === "all" ? "" : `?${new URLSearchParams({ period })}`;
  return queryOptions({
    queryKey: [paths.api.analyticsGlobal, period],
    queryFn: () => call<GlobalAnalytics>("GET", `${paths.api.analyticsGlobal}${search}`),
  });
}

/** The links with the most clicks within a period. */
export function periodTopUrlsQuery(period: Period, limit: number) {
  const search = new URLSearchParams({ period, limit: String(limit) });
  return queryOptions({
    queryKey: [paths.api.analyticsTopUrls, period, limit],
    queryFn: () => call<PeriodTopUrls>("GET", `${paths.api.analyticsTopUrls}?${search}`),
  });
}

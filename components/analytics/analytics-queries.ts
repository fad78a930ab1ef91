import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { ShownPeriod } from "@/components/analytics/analytics-address";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import type { DashboardStats, GlobalAnalytics, PeriodTopUrls } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";

export const dashboardStatsQuery = queryOptions({
  queryKey: queryKeys.dashboardStats,
  queryFn: () => call<DashboardStats>("GET", paths.api.dashboardStats),
});

/** The clicks of all links within a period; the call omits it for all time (spec section 7). */
export function globalAnalyticsQuery(period: ShownPeriod) {
  const search = period === "all" ? "" : `?${toPeriodSearch(period)}`;
  return queryOptions({
    queryKey: [paths.api.analyticsGlobal, period],
    queryFn: () => call<GlobalAnalytics>("GET", `${paths.api.analyticsGlobal}${search}`),
  });
}

/** The links with the most clicks within a period. */
export function periodTopUrlsQuery(period: ShownPeriod, limit: number) {
  const search = toPeriodSearch(period);
  search.set("limit", String(limit));
  return topUrlsOptions([paths.api.analyticsTopUrls, period, limit], `${paths.api.analyticsTopUrls}?${search}`);
}

/** A list of the most clicked links. */
export function topUrlsOptions(queryKey: QueryKey, path: string) {
  return queryOptions({ queryKey, queryFn: () => call<PeriodTopUrls>("GET", path) });
}

/** The query of calls about a period. */
export function toPeriodSearch(period: ShownPeriod): URLSearchParams {
  return new URLSearchParams(typeof period === "object" ? period : { period });
}

import type { ShownPeriod } from "@/components/analytics/analytics-address";
import { callQuery } from "@/components/data/call-query";
import type { GlobalAnalytics, PeriodTopUrls } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";

/** The clicks of all links within a period; the call omits it for all time (spec section 7). */
export function globalAnalyticsQuery(period: ShownPeriod) {
  const search = period === "all" ? "" : `?${toPeriodSearch(period)}`;
  return callQuery<GlobalAnalytics>(`${paths.api.analyticsGlobal}${search}`, [paths.api.analyticsGlobal, period]);
}

/** The links with the most clicks within a period. */
export function periodTopUrlsQuery(period: ShownPeriod, limit: number) {
  const search = toPeriodSearch(period);
  search.set("limit", String(limit));
  return callQuery<PeriodTopUrls>(`${paths.api.analyticsTopUrls}?${search}`, [
    paths.api.analyticsTopUrls,
    period,
    limit,
  ]);
}

/** The query of calls about a period. */
export function toPeriodSearch(period: ShownPeriod): URLSearchParams {
  return new URLSearchParams(typeof period === "object" ? period : { period });
}

import { callQuery } from "@/components/data/call-query";
import { type StatsView, toStatsSearch } from "@/components/stats/stats-address";
import { paths } from "@/lib/paths";
import type { Stats } from "@/lib/stats/types";

/** Statistics of a link, by hour with unique visitors, which take longer. */
export function hourlyVisitorsQuery(id: string, view: StatsView) {
  const path = paths.api.urlStats(id);
  const search = `${toStatsSearch(view)}&hourlyVisitors=true`;
  return callQuery<Stats>(`${path}?${search}`, [path, search]);
}

/** Statistics with the unique visitors of intervals for which a later response has them. */
export function withVisitors(stats: Stats, later: Stats | undefined): Stats {
  if (!later) return stats;
  const visitors = new Map(later.series.map((one) => [one.start, one.visitors]));
  return {
    ...stats,
    series: stats.series.map((one) => ({ ...one, visitors: one.visitors ?? visitors.get(one.start) ?? null })),
  };
}

import { inTime } from "@/lib/stats/in-time";
import { countRaw } from "@/lib/stats/raw-counts";
import type { Stats } from "@/lib/stats/types";

/**
 * Unfiltered statistics of a link, by hour also with unique visitors, which only the stored clicks have. They stay null
 * if clicks of the range were removed, or if reading them takes too long.
 */
export async function withHourlyVisitors(urlId: string, stats: Stats): Promise<Stats> {
  const { from, to, interval, filterableFrom } = stats;
  if (interval !== "hour" || filterableFrom === null || filterableFrom > from) return stats;
  const counts = await inTime(countRaw({ urlId, range: { from, to }, filters: [], byHour: true }));
  if (!counts) return stats;
  const visitorsOf = (start: string) => counts.byTime.get(start.slice(0, "YYYY-MM-DDTHH".length))?.visitors ?? 0;
  return { ...stats, series: stats.series.map((one) => ({ ...one, visitors: visitorsOf(one.start) })) };
}

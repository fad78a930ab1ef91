import type { DayRange } from "@/lib/days";
import { rawBreakdowns } from "@/lib/stats/breakdowns";
import type { Period } from "@/lib/stats/ranges";
import { countRaw, emptyCounts, type RawCounts } from "@/lib/stats/raw-counts";
import type { Counted } from "@/lib/stats/rollup-stats";
import { type Times, toSeries } from "@/lib/stats/series";
import type { Interval, StatFilter, StatTotals } from "@/lib/stats/types";

type Question = {
  urlId: string;
  filters: StatFilter[];
  interval: Interval;
  /** The first day from which on all clicks are stored; null if none are. */
  filterableFrom: string | null;
};

/**
 * The clicks of a link that pass all filters, from the stored clicks. The range begins no earlier than the day from
 * which on all of them are stored. The period before is only compared if it is complete.
 */
export async function countFiltered(
  { urlId, filters, interval, filterableFrom }: Question,
  asked: Period,
): Promise<{ period: Period; counted: Counted }> {
  const period = filterableFrom === null ? { ...asked, before: null } : clip(asked, filterableFrom);
  const count = async (range: DayRange) =>
    filterableFrom === null || range.from < filterableFrom
      ? emptyCounts()
      : countRaw({ urlId, range, filters, byHour: interval === "hour" });
  const [raw, before] = await Promise.all([count(period.range), period.before && count(period.before)]);
  const times: Times = new Map([...(before?.byTime ?? []), ...raw.byTime]);
  const counted = {
    ...totalsOf(raw),
    bots: raw.bots,
    before: before && totalsOf(before),
    interval,
    series: toSeries(period, interval, times),
    breakdowns: rawBreakdowns(raw),
  };
  return { period, counted };
}

function clip({ range, before }: Period, filterableFrom: string): Period {
  // The whole range may lie before it.
  const from = range.from < filterableFrom && filterableFrom <= range.to ? filterableFrom : range.from;
  return { range: { from, to: range.to }, before: before && before.from >= filterableFrom ? before : null };
}

function totalsOf({ clicks, visitors, scans }: RawCounts): StatTotals {
  return { clicks, visitors, scans };
}

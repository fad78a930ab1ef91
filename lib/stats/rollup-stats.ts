import { type ClickScope, type DayTotals, readTops, sum } from "@/lib/analytics/rollups";
import { accessBreakdown, type Breakdowns, dailyBreakdowns, timeBreakdowns } from "@/lib/stats/breakdowns";
import { readHours, readHoursOfDay } from "@/lib/stats/hour-counts";
import { inTime } from "@/lib/stats/in-time";
import type { Period } from "@/lib/stats/ranges";
import { type Times, toSeries } from "@/lib/stats/series";
import type { Interval, Stats, StatTotals } from "@/lib/stats/types";

/** Whose clicks are counted, and which of them. */
export type RollupSource = ClickScope & {
  /** Set for a single link, whose hours are known. */
  isLink?: boolean;
  /** Whether the clicks of bots are counted instead of people's. */
  onlyBots?: boolean;
  /** Leaves out all breakdowns but that by access method, which needs no other counts than the totals. */
  onlyAccess?: boolean;
};

/** The parts of a source's statistics. */
export type Counted = StatTotals &
  Pick<Stats, "bots" | "interval" | "series" | "breakdowns"> & { before: StatTotals | null };

/**
 * Uses only counts by day, except for hours of days on which they were not counted yet. If reading those takes too
 * long, the breakdown by hour is left out, and intervals are days instead of hours.
 */
export async function countRollups(source: RollupSource, period: Period, asked: Interval): Promise<Counted> {
  const { range, before } = period;
  const { onlyBots = false } = source;
  const days = await source.readTotals({ from: before?.from ?? range.from, to: range.to });
  const isIn = ({ day }: DayTotals) => day >= range.from;
  const counted = days.filter(({ isBot }) => isBot === onlyBots);
  const [current, earlier] = [counted.filter(isIn), counted.filter((day) => !isIn(day))];
  const [breakdowns, hours] = await Promise.all([
    readBreakdowns(source, current),
    asked === "hour" && source.isLink ? hourTimes(source.id, period) : null,
  ]);
  const interval = asked === "hour" && !hours ? "day" : asked;
  return {
    ...totalsOf(current),
    bots: sum(
      days.filter((day) => day.isBot && isIn(day)),
      "total",
    ),
    before: before && totalsOf(earlier),
    interval,
    series: toSeries(period, interval, hours ?? dayTimes(counted)),
    breakdowns,
  };
}

function totalsOf(days: DayTotals[]): StatTotals {
  return { clicks: sum(days, "total"), visitors: sum(days, "visitors"), scans: sum(days, "qr") };
}

function dayTimes(people: DayTotals[]): Times {
  return new Map(people.map(({ day, total, visitors }) => [day, { clicks: total, visitors }]));
}

async function hourTimes(urlId: string, { range, before }: Period): Promise<Times | null> {
  const hours = await inTime(readHours(urlId, { from: before?.from ?? range.from, to: range.to }));
  return hours && new Map([...hours].map(([hour, clicks]) => [hour, { clicks, visitors: null }]));
}

async function readBreakdowns(source: RollupSource, people: DayTotals[]): Promise<Breakdowns> {
  if (source.onlyAccess || people.some(({ isUnnamed }) => isUnnamed)) {
    return accessBreakdown(sum(people, "total"), sum(people, "qr"));
  }
  const tops = await readTops({ id: source.id, onlyBots: source.onlyBots ?? false }, people);
  const daily = dailyBreakdowns(people, tops);
  if (!source.isLink) return daily;
  const hours = await inTime(readHoursOfDay(source.id, people, tops("hour")));
  return { ...daily, ...timeBreakdowns(people, hours) };
}

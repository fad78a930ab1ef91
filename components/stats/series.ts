import { formatShortDay } from "@/components/analytics/breakdown";
import type { Days } from "@/components/stats/stats-address";
import { formatDays } from "@/components/stats/stats-text";
import { addDays, countDays } from "@/lib/days";
import { type ComparedUrl, type Interval, MAX_HOUR_DAYS, type Stats, type UrlMark } from "@/lib/stats/types";

const HOUR_MS = 3_600_000;

/** An interval as drawn in the chart: solid up to now, dashed to the unfinished interval. */
export type Point = {
  start: string;
  label: string;
  clicks: number;
  visitors: number | null;
  before: number | null;
  finished: number | null;
  unfinished: number | null;
};

type Series = Pick<Stats, "series" | "interval" | "timeZone">;
type RangeSeries = Series & Days;

/** The intervals that have begun, with the corresponding ones of the period before. */
export function toPoints({ series, interval, timeZone, from, to }: RangeSeries, now: number): Point[] {
  const today = dayIn(timeZone, now);
  // The browser's clock may be slow: an interval with clicks has begun, and those before it are over.
  const lastClicked = series.findLastIndex(({ clicks }) => clicks > 0);
  const isUnfinished = series.map(
    ({ start }, index) => to >= today && index >= lastClicked && isCurrent(start, interval, { now, today }),
  );
  return series.map((item, index) => {
    const isLater = index > lastClicked && hasNotBegun(item.start, interval, { now, today });
    const current = isUnfinished[index] === true;
    return {
      ...item,
      label:
        intervalLabel(item.start, interval, partOf(item.start, interval, { from, to, today })) +
        (current ? ", so far" : ""),
      visitors: isLater ? null : item.visitors,
      finished: current || isLater ? null : item.clicks,
      unfinished: current || isUnfinished[index + 1] ? item.clicks : null,
    };
  });
}

/** A compared link in a chart. */
export type ComparedSeries = Pick<ComparedUrl, "id" | "shortCode"> & { points: Point[] };

/** The series of compared links, which all have the same intervals. */
export function toComparedSeries(urls: readonly ComparedUrl[], now: number): ComparedSeries[] {
  return urls.map(({ id, shortCode, stats }) => ({ id, shortCode, points: toPoints(stats, now) }));
}

/** Whether an interval has begun. Today's remaining hours are on the axis as well. */
export function hasBegun({ finished, unfinished }: Point): boolean {
  return finished !== null || unfinished !== null;
}

/** The lines of a chart besides the one of finished intervals. */
export type Lines = { visitors: boolean; before: boolean; unfinished: boolean };

/** The lines that can be seen: a line needs two points, and one of zeros would lie on the axis. */
export function linesOf(points: readonly Point[]): Lines {
  return {
    visitors: points.filter(({ visitors }) => visitors !== null).length > 1,
    before: points.length > 1 && points.some(({ before }) => before !== null && before > 0),
    unfinished: points.some(({ unfinished }) => unfinished !== null),
  };
}

type Moment = { now: number; today: string };

function isCurrent(start: string, interval: Interval, { now, today }: Moment): boolean {
  if (interval === "hour") return Date.parse(start) <= now && now < Date.parse(start) + HOUR_MS;
  if (interval === "month") return start.slice(0, 7) === today.slice(0, 7);
  return start <= today && today < addDays(start, interval === "week" ? 7 : 1);
}

function hasNotBegun(start: string, interval: Interval, { now, today }: Moment): boolean {
  return interval === "hour" ? Date.parse(start) > now : start > today;
}

/** The day in a time zone, YYYY-MM-DD. */
function dayIn(timeZone: string, now: number): string {
  try {
    // Swedish dates are written like ISO 8601.
    return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now);
  } catch {
    // The server knows more zones than this browser.
    return new Date(now).toISOString().slice(0, 10);
  }
}

const DAY = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});
const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const SHORT_MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "2-digit", timeZone: "UTC" });

/** An interval in words, for tooltips and tables. */
function intervalLabel(start: string, interval: Interval, part: Days | null): string {
  if (part) return formatDays(part);
  return {
    hour: () => `${DAY.format(new Date(start.slice(0, 10)))}, ${start.slice(11, 13)}:00`,
    day: () => DAY.format(new Date(start)),
    week: () => `Week of ${formatShortDay(start)}, ${start.slice(0, 4)}`,
    month: () => MONTH.format(new Date(start)),
  }[interval]();
}

/** The days of a week or month that a range has; null if it has all of them, or all until today. */
function partOf(start: string, interval: Interval, { from, to, today }: Days & { today: string }): Days | null {
  if (interval === "hour" || interval === "day") return null;
  const last = lastDayOf(start, interval);
  const part = { from: start < from ? from : start, to: to < last ? to : last };
  return part.from > start || (part.to < last && part.to !== today) ? part : null;
}

function lastDayOf(start: string, interval: "week" | "month"): string {
  const last = new Date(start);
  if (interval === "week") last.setUTCDate(last.getUTCDate() + 6);
  else last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return last.toISOString().slice(0, 10);
}

/**
 * An interval on the axis of a chart.
 *
 * @param from the first day of the range, which may cut the first interval
 */
export function tickLabel(start: string, interval: Interval, from = start): string {
  if (interval === "hour") return `${start.slice(11, 13)}:00`;
  return interval === "month" ? SHORT_MONTH.format(new Date(start)) : formatShortDay(start < from ? from : start);
}

/** Intervals with changes to the link, by the start of the interval. */
export function marksByStart(
  { series, interval, timeZone }: Series,
  marks: readonly UrlMark[],
): Map<string, UrlMark[]> {
  const found = new Map<string, UrlMark[]>();
  for (const mark of marks) {
    const at = Date.parse(mark.at);
    const day = dayIn(timeZone, at);
    const item = series.findLast(({ start }) => (interval === "hour" ? Date.parse(start) <= at : start <= day));
    if (item) found.set(item.start, [...(found.get(item.start) ?? []), mark]);
  }
  return found;
}

/** The intervals by which a range of days can be shown: those that yield neither a single interval nor thousands. */
export function intervalsFor({ from, to }: Pick<Stats, "from" | "to">, { hours }: { hours: boolean }): Interval[] {
  const days = countDays({ from, to });
  return [
    ...(hours && days <= MAX_HOUR_DAYS ? (["hour"] as const) : []),
    ...(days > 1 && days <= 400 ? (["day"] as const) : []),
    ...(days > 14 ? (["week"] as const) : []),
    ...(days > 60 ? (["month"] as const) : []),
  ];
}

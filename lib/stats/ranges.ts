import { addDays, countDays, type DayRange, dayOf, lastDays } from "@/lib/days";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { HOURS_TOO_LONG } from "@/lib/stats/schema";
import {
  DEFAULT_RANGE,
  type Interval,
  MAX_DAYS,
  MAX_HOUR_DAYS,
  PERIOD_RANGES,
  type PeriodName,
  RANGE_DAYS,
  type Range,
} from "@/lib/stats/types";

/** Up to this many days, a range is shown by hour, day or week unless asked otherwise. */
const DEFAULT_INTERVALS = [
  [2, "hour"],
  [92, "day"],
  [400, "week"],
] as const;

type DaysQuery = { from?: string | undefined; to?: string | undefined };
export type RangeQuery = DaysQuery & { range?: Range | undefined };
export type PeriodQuery = DaysQuery & { period?: PeriodName | undefined };

/** The range that a period stands for. Days take precedence; without either, it is all time. */
export function toRangeQuery({ period = "all", from, to }: PeriodQuery): RangeQuery {
  return from || to ? { from, to } : { range: PERIOD_RANGES[period] };
}

/** The days requested, and the equally long period before; null if the range has no beginning. */
export type Period = { range: DayRange; before: DayRange | null };

/**
 * The days of the installation that a query asks for. At most ten years.
 *
 * @param findFirstDay the first day with a click, where a range without a beginning starts
 */
export async function resolvePeriod(
  { range, from, to }: RangeQuery,
  findFirstDay: () => Promise<string | null>,
  now: number,
): Promise<Period> {
  const today = dayOf(now, env().TIME_ZONE);
  const name = range ?? (from || to ? undefined : DEFAULT_RANGE);
  const isOpen = name ? name === "all" : !from;
  if (!isOpen) {
    const days = clip(name ? namedRange(name, today) : { from: from ?? today, to: to ?? later(from ?? today, today) });
    return { range: days, before: lastDays(countDays(days), addDays(days.from, -1)) };
  }
  const last = to ?? today;
  const first = (await findFirstDay()) ?? last;
  return { range: clip({ from: first < last ? first : last, to: last }), before: null };
}

function later(day: string, other: string): string {
  return day > other ? day : other;
}

function clip({ from, to }: DayRange): DayRange {
  const earliest = addDays(to, 1 - MAX_DAYS);
  return { from: from < earliest ? earliest : from, to };
}

function namedRange(name: Range, today: string): DayRange {
  if (name === "12m") return { from: addDays(yearBefore(today), 1), to: today };
  return lastDays(RANGE_DAYS[name], today);
}

/** The same date of the year before; for 29 February, the 28th. */
function yearBefore(day: string): string {
  const [year = "", month, date] = day.split("-");
  return `${Number(year) - 1}-${month}-${month === "02" && date === "29" ? "28" : date}`;
}

/**
 * The interval requested, or the one that suits the length of the range.
 *
 * @throws AppError invalid
 */
export function intervalFor(range: DayRange, asked: Interval | undefined): Interval {
  const days = countDays(range);
  if (asked === "hour" && days > MAX_HOUR_DAYS) throw new AppError("invalid", HOURS_TOO_LONG, "interval");
  return asked ?? DEFAULT_INTERVALS.find(([max]) => days <= max)?.[1] ?? "month";
}

/** The first day of the interval that a day belongs to. Weeks begin on Monday (ISO 8601). */
export function startOfInterval(day: string, interval: Interval): string {
  if (interval === "month") return `${day.slice(0, 7)}-01`;
  return interval === "week" ? addDays(day, 1 - weekdayOf(day)) : day;
}

/** 1 (Monday) to 7 (Sunday), as in ISO 8601. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

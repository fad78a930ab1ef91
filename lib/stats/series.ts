import { addDays, countDays, daysOf } from "@/lib/days";
import { env } from "@/lib/env";
import { hoursOfDay } from "@/lib/stats/hours";
import { type Period, startOfInterval } from "@/lib/stats/ranges";
import type { Interval, StatInterval } from "@/lib/stats/types";

type Count = { clicks: number; visitors: number | null };
/** Counts by day, "YYYY-MM-DD", or by hour, "YYYY-MM-DDTHH", of the range and the period before. */
export type Times = ReadonlyMap<string, Count>;

/**
 * All intervals of a range, oldest first. Each is compared with the days, or the hour of the day, that precede its own
 * by the length of the range.
 */
export function toSeries({ range, before }: Period, interval: Interval, times: Times): StatInterval[] {
  const length = countDays(range);
  const isCounted = [...times.values()].every(({ visitors }) => visitors !== null);
  const byStart = new Map<string, StatInterval>();
  for (const day of daysOf(range)) {
    for (const { key, start } of interval === "hour" ? hoursOfDay(day, env().TIME_ZONE) : [toDay(day, interval)]) {
      const sum = byStart.get(start) ?? { start, clicks: 0, visitors: isCounted ? 0 : null, before: before && 0 };
      const count = times.get(key);
      sum.clicks += count?.clicks ?? 0;
      if (sum.visitors !== null) sum.visitors += count?.visitors ?? 0;
      if (sum.before !== null) sum.before += times.get(addDays(day, -length) + key.slice(day.length))?.clicks ?? 0;
      byStart.set(start, sum);
    }
  }
  return [...byStart.values()];
}

function toDay(day: string, interval: Interval) {
  return { key: day, start: startOfInterval(day, interval) };
}

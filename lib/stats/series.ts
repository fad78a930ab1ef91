import { addDays, countDays, daysOf } from "@/lib/days";
import { env } from "@/lib/env";
import { hoursOfDay } from "@/lib/stats/hours";
import { type Period, startOfInterval } from "@/lib/stats/ranges";
import type { Interval, StatInterval } from "@/lib/stats/types";

type Count = { clicks: number; visitors: number | null };
/** Counts by day, "YYYY-MM-DD", or by hour, "YYYY-MM-DDTHH", of the range and the period before. */
export type Times = ReadonlyMap<string, Count>;

/** All intervals of a range, oldest first. */
export function toSeries(period: Period, interval: Interval, times: Times): StatInterval[] {
  return interval === "hour" ? hours(period, times) : days(period, interval, times);
}

/** An interval is compared with the days that precede its own by the length of the range. */
function days({ range, before }: Period, interval: Interval, times: Times): StatInterval[] {
  const length = countDays(range);
  const byStart = new Map<string, StatInterval & { visitors: number }>();
  for (const day of daysOf(range)) {
    const start = startOfInterval(day, interval);
    const sum = byStart.get(start) ?? { start, clicks: 0, visitors: 0, before: before && 0 };
    const count = times.get(day);
    sum.clicks += count?.clicks ?? 0;
    sum.visitors += count?.visitors ?? 0;
    if (sum.before !== null) sum.before += times.get(addDays(day, -length))?.clicks ?? 0;
    byStart.set(start, sum);
  }
  return [...byStart.values()];
}

function hours({ range, before }: Period, times: Times): StatInterval[] {
  const length = countDays(range);
  const isCounted = [...times.values()].every(({ visitors }) => visitors !== null);
  return daysOf(range).flatMap((day) =>
    hoursOfDay(day, env().TIME_ZONE).map(({ key, start }) => {
      const count = times.get(key);
      const keyBefore = `${addDays(day, -length)}${key.slice(day.length)}`;
      return {
        start,
        clicks: count?.clicks ?? 0,
        visitors: isCounted ? (count?.visitors ?? 0) : null,
        before: before && (times.get(keyBefore)?.clicks ?? 0),
      };
    }),
  );
}

import type { DayRange } from "@/lib/analytics/days";
import type { DayTotals } from "@/lib/analytics/rollups";
import type { NamedCount, Top } from "@/lib/analytics/tallies";
import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { countRaw } from "@/lib/stats/raw-counts";

const HOUR = "hour:";
/** Questions whose days lack hours; of each, 24 numbers. */
const MAX_KEPT = 500;
const kept = new Map<string, { versions: string; counts: Promise<Map<string, number>> }>();

/**
 * People's clicks on a link by hour, "YYYY-MM-DDTHH". From the counts; days that were counted before hours were come
 * from the stored clicks.
 */
export async function readHours(urlId: string, range: DayRange): Promise<Map<string, number>> {
  const { hours, lacking } = await queryHours(urlId, range);
  const missing = spanOf(lacking);
  if (!missing) return hours;
  const { byTime } = await countRaw({ urlId, range: missing, filters: [], byHour: true });
  const isLacking = new Set(lacking);
  const stored = [...byTime].filter(([hour]) => isLacking.has(hour.slice(0, 10)));
  return new Map([...hours, ...stored.map(([hour, { clicks }]) => [hour, clicks] as const)]);
}

/**
 * People's clicks on a link by hour of the day, "00" to "23".
 *
 * @param days those of the range with clicks, oldest first
 * @param counted their hours, as far as those were counted
 */
export async function readHoursOfDay(urlId: string, days: DayTotals[], counted: Top): Promise<Map<string, number>> {
  const [first, last] = [days[0], days.at(-1)];
  const total = days.reduce((sum, day) => sum + day.total, 0);
  if (!first || !last || counted.total === total) return new Map(counted.names);
  const { hours, lacking } = await queryHours(urlId, { from: first.day, to: last.day });
  const missing = spanOf(lacking);
  if (!missing) return sumByHour([...hours]);
  const isIn = (day: string) => day >= missing.from && day <= missing.to;
  const versions = days.flatMap(({ day, version }) => (isIn(day) ? `${day} ${version}` : [])).join();
  const others = [...hours].filter(([hour]) => !isIn(hour.slice(0, 10)));
  const stored = await keepStored(`${urlId} ${missing.from} ${missing.to}`, versions, async () => {
    const { values } = await countRaw({ urlId, range: missing, filters: [], byHour: false });
    return values.hour;
  });
  return sumByHour([...others, ...[...stored].map(([hour, count]) => [`T${hour}`, count] as const)]);
}

/** Those of days whose hours were all counted, and the other days, oldest first. */
async function queryHours(urlId: string, { from, to }: DayRange) {
  const rows = await queryRows<{ day: string; total: string; key: string | null; count: string }>(
    pool(),
    sql`
      SELECT day::text, total, key, value AS count
      FROM click_days LEFT JOIN LATERAL json_each_text(counts) AS counted (key, value) ON starts_with(key, ${HOUR})
      WHERE scope_id = ${urlId} AND day BETWEEN ${from} AND ${to} AND NOT is_bot ORDER BY day`,
    "read-hours",
  );
  const uncounted = new Map<string, number>();
  for (const { day, total, key, count } of rows) {
    uncounted.set(day, (uncounted.get(day) ?? Number(total)) - (key === null ? 0 : Number(count)));
  }
  const lacking = [...uncounted].flatMap(([day, clicks]) => (clicks === 0 ? [] : day));
  const isLacking = new Set(lacking);
  const hours = new Map(
    rows.flatMap(({ day, key, count }) =>
      key === null || isLacking.has(day) ? [] : [[`${day}T${key.slice(HOUR.length)}`, Number(count)] as const],
    ),
  );
  return { hours, lacking };
}

function spanOf(days: string[]): DayRange | null {
  const [from, to] = [days[0], days.at(-1)];
  return from && to ? { from, to } : null;
}

/** @param hours by a text that ends with T and the hour */
function sumByHour(hours: readonly NamedCount[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [key, count] of hours) {
    const hour = key.slice(key.indexOf("T") + 1);
    sums.set(hour, (sums.get(hour) ?? 0) + count);
  }
  return sums;
}

/** Reading stored clicks takes long for many, so the result is kept until one of the days is written. */
async function keepStored(key: string, versions: string, read: () => Promise<Map<string, number>>) {
  const found = kept.get(key);
  if (found?.versions === versions) return found.counts;
  const entry = { versions, counts: read() };
  kept.delete(key);
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  entry.counts.catch(() => {
    if (kept.get(key) === entry) kept.delete(key);
  });
  return entry.counts;
}

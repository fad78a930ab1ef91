import type { DayTotals } from "@/lib/analytics/rollups";
import type { NamedCount, Top } from "@/lib/analytics/tallies";
import { createBoundedMap } from "@/lib/bounded-map";
import type { DayRange } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, sql } from "@/lib/db/sql";
import { countRaw } from "@/lib/stats/raw-counts";

const HOUR = "hour:";
/** Cached results for days that lack hours, 24 numbers each. */
const MAX_KEPT = 500;
const kept = createBoundedMap<{ versions: string; counts: Promise<Map<string, number>> }>(MAX_KEPT);

/**
 * People's clicks on a link by hour, "YYYY-MM-DDTHH". Reads the counts; days that were counted before hours were
 * recorded are read from the stored clicks, which can take long.
 */
export async function readHours(urlId: string, range: DayRange): Promise<Map<string, number>> {
  const { hours, lacking } = await queryHours(urlId, range);
  return new Map([...hours, ...(await readStored(urlId, lacking))]);
}

/** Reads days whose hours were not counted. */
async function readStored(urlId: string, days: string[]): Promise<NamedCount[]> {
  const [from, to] = [days[0], days.at(-1)];
  if (!from || !to) return [];
  const { byTime } = await countRaw({ urlId, range: { from, to }, filters: [], byHour: true });
  const isLacking = new Set(days);
  return [...byTime].flatMap(([hour, { clicks }]) => (isLacking.has(hour.slice(0, 10)) ? [[hour, clicks]] : []));
}

/**
 * People's clicks on a link by hour of the day, "00" to "23". Like `readHours`, it can take long.
 *
 * @param days the days of the range with clicks, oldest first
 * @param counted their counted hours, possibly incomplete
 */
export async function readHoursOfDay(urlId: string, days: DayTotals[], counted: Top): Promise<Map<string, number>> {
  const [first, last] = [days[0], days.at(-1)];
  const total = days.reduce((sum, day) => sum + day.total, 0);
  if (!first || !last || counted.total === total) return new Map(counted.names);
  const { hours, lacking } = await queryHours(urlId, { from: first.day, to: last.day });
  const isLacking = new Set(lacking);
  const versions = days.flatMap(({ day, version }) => (isLacking.has(day) ? `${day} ${version}` : [])).join();
  const stored = await keepStored(`${urlId} ${lacking[0]} ${lacking.at(-1)}`, versions, async () =>
    sumByHour(await readStored(urlId, lacking)),
  );
  return sumByHour([...hours, ...stored]);
}

/** Hours of days whose hours were all counted, and the remaining days, oldest first. */
async function queryHours(urlId: string, { from, to }: DayRange) {
  const rows = await queryRows<{ day: string; total: string; key: string | null; count: string }>(
    readPool(),
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

/** @param hours named by a text that ends with the hour */
function sumByHour(hours: readonly NamedCount[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [key, count] of hours) {
    const hour = key.slice(-"HH".length);
    sums.set(hour, (sums.get(hour) ?? 0) + count);
  }
  return sums;
}

/** Reading stored clicks takes long for many, so the result is kept until one of the days is written. */
async function keepStored(key: string, versions: string, read: () => Promise<Map<string, number>>) {
  const found = kept.get(key);
  if (found?.versions === versions) return found.counts;
  const entry = { versions, counts: read() };
  kept.set(key, entry);
  entry.counts.catch(() => {
    if (kept.get(key) === entry) kept.delete(key);
  });
  return entry.counts;
}

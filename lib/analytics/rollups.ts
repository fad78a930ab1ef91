import {
  type NamedCount,
  parseCounts,
  sizeOf,
  type Tallies,
  type Top,
  topOfBoth,
  toTallies,
} from "@/lib/analytics/tallies";
import { createBoundedMap } from "@/lib/bounded-map";
import { OTHER } from "@/lib/clicks/types";
import type { DayRange } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, queryTuples, type Sql, sql } from "@/lib/db/sql";

export type DayTotals = {
  day: string;
  isBot: boolean;
  total: number;
  qr: number;
  visitors: number;
  /** Changes whenever the row is written. */
  version: string;
  /** There are no counts by name yet. */
  isUnnamed?: boolean;
};

/** Links whose clicks are counted together: one, those of a group or user, or all. */
export type ClickScope = {
  /** That of its counts by name in click_days. */
  id: string;
  findFirstDay: () => Promise<string | null>;
  /** Days with clicks, oldest first, with separate totals for bots and people. */
  readTotals: (range: DayRange) => Promise<DayTotals[]>;
  /** A subquery for the rows of click_days that add up to its clicks. */
  days: (range: DayRange) => Sql;
};

/** A scope of which click_days has all rows: a link, a group or all links. */
export function rollupsOf(id: string): ClickScope {
  return {
    id,
    findFirstDay: () => findFirstDay(id),
    readTotals: (range) => readDayTotals(id, range),
    days: ({ from, to }) => sql`
      (SELECT is_bot, total FROM click_days WHERE scope_id = ${id} AND day BETWEEN ${from} AND ${to}) AS days`,
  };
}

type TotalsRow = [day: string, isBot: boolean, total: string, qr: string, visitors: string, version: string];

/**
 * The days with clicks, oldest first, with separate totals for bots and people.
 *
 * @param scopeId the id of a link, a group or a user, or ALL_LINKS
 */
export async function readDayTotals(scopeId: string, { from, to }: DayRange): Promise<DayTotals[]> {
  const rows = await queryTuples<TotalsRow>(
    readPool(),
    sql`
      SELECT day::text, is_bot, total, qr, visitors, xmin::text FROM click_days
      WHERE scope_id = ${scopeId} AND day BETWEEN ${from} AND ${to} ORDER BY day`,
    "read-day-totals",
  );
  return rows.map(([day, isBot, total, qr, visitors, version]) => ({
    day,
    isBot,
    total: Number(total),
    qr: Number(qr),
    visitors: Number(visitors),
    version,
  }));
}

/** All links are queried for few periods, and other scopes are fast. About 15 MB, or 40 MB with the longest names. */
const MAX_KEPT_NAMES = 120_000;
const MAX_KEPT = 50;
const kept = createBoundedMap<{ versions: string; tallies: Tallies; size: number }>(MAX_KEPT_NAMES, ({ size }) =>
  Math.max(size, MAX_KEPT_NAMES / MAX_KEPT),
);

/** The counts by name of a link, a group, a user or all links: of people, or of bots. */
type NamedSource = { id: string; onlyBots: boolean };

/**
 * The most frequent names of each dimension, over some days.
 *
 * @param days the days of the range with clicks, oldest first
 */
export async function readTops(source: NamedSource, days: DayTotals[]): Promise<(dimension: string) => Top> {
  // Today's row changes all the time, earlier ones hardly ever.
  const [before, newest] = await Promise.all([
    readTallies(source, days.slice(0, -1)),
    readTallies(source, days.slice(-1)),
  ]);
  return (dimension) => topOfBoth(before.get(dimension), newest.get(dimension));
}

/**
 * Counts by name, added up over some days, which takes long for many days. Cached in memory until one of the rows is
 * written.
 */
async function readTallies(source: NamedSource, days: DayTotals[]): Promise<Tallies> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  const key = `${source.id} ${source.onlyBots} ${first.day} ${last.day}`;
  const versions = days.map(({ day, version }) => `${day} ${version}`).join();
  const found = kept.get(key);
  if (found?.versions === versions) return found.tallies;
  // A row written in the meantime has another version than the one cached here, so it is read again next time.
  const tallies = toTallies(await queryCounts(source, { from: first.day, to: last.day }));
  const size = sizeOf(tallies);
  if (size <= MAX_KEPT_NAMES / 2) kept.set(key, { versions, tallies, size });
  return tallies;
}

async function queryCounts({ id, onlyBots }: NamedSource, { from, to }: DayRange): Promise<Iterable<NamedCount>> {
  // A single day needs no sum.
  if (from === to) {
    const ofDay = sql`
      SELECT counts::text FROM click_days WHERE scope_id = ${id} AND day = ${from} AND is_bot = ${onlyBots}`;
    const [row] = await queryRows<{ counts: string }>(readPool(), ofDay, "read-counts-of-day");
    return parseCounts(row?.counts ?? "");
  }
  const rows = await queryTuples<[key: string, count: string]>(
    readPool(),
    sql`
      SELECT key, sum(value::bigint) FROM click_days, json_each_text(counts)
      WHERE scope_id = ${id} AND day BETWEEN ${from} AND ${to} AND is_bot = ${onlyBots} GROUP BY key`,
    "read-named-counts",
  );
  return rows.map(([key, count]) => [key, Number(count)]);
}

export function sum(days: DayTotals[], what: "total" | "qr" | "visitors"): number {
  return days.reduce((total, day) => total + day[what], 0);
}

/**
 * Names with their clicks, most frequent first. Unknown values are not stored; they make up the rest of the total.
 *
 * @param rest the name of unknown values
 */
export function listCounts(
  { total, names }: Top,
  { totalClicks, rest }: { totalClicks: number; rest: string },
): NamedCount[] {
  const byName = new Map(names);
  const listed = names.reduce((sum, [, count]) => sum + count, 0);
  for (const [name, count] of [
    [OTHER, total - listed],
    [rest, totalClicks - total],
  ] as const) {
    if (count > 0) byName.set(name, (byName.get(name) ?? 0) + count);
  }
  return [...byName].sort(([, a], [, b]) => b - a);
}

/** The first day with a click, even by a bot; null if there was none. */
export async function findFirstDay(scopeId: string): Promise<string | null> {
  const [row] = await queryRows<{ day: string | null }>(
    readPool(),
    sql`SELECT min(day)::text AS day FROM click_days WHERE scope_id = ${scopeId}`,
  );
  return row?.day ?? null;
}

import { type DayRange, daysOf } from "@/lib/analytics/days";
import {
  type NamedCount,
  parseCounts,
  sizeOf,
  type Tallies,
  type Top,
  topOfBoth,
  toTallies,
} from "@/lib/analytics/tallies";
import type { Breakdown, Counts } from "@/lib/analytics/types";
import { type Dimension, OTHER } from "@/lib/clicks/dimensions";
import { pool } from "@/lib/db/pool";

const UNKNOWN = "Unknown";
const DIRECT = "Direct";

/** What the numbers of an answer are about: the id of a link or of a group, or ALL_LINKS. */
export type Question = { scopeId: string; range: DayRange; onlyBots?: boolean };

export type DayTotals = {
  day: string;
  isBot: boolean;
  total: number;
  qr: number;
  visitors: number;
  /** Another one whenever the row is written. */
  version: string;
};

type TotalsRow = [day: string, isBot: boolean, total: string, qr: string, visitors: string, version: string];

/** A link's, a group's or all clicks of the days that had any, the oldest first; bots and people apart. */
export async function readDayTotals(scopeId: string, { from, to }: DayRange): Promise<DayTotals[]> {
  const { rows } = await pool().query<TotalsRow>({
    name: "read-day-totals",
    rowMode: "array",
    text: `
      SELECT day::text, is_bot, total, qr, visitors, xmin::text FROM click_days
      WHERE scope_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day`,
    values: [scopeId, from, to],
  });
  return rows.map(([day, isBot, total, qr, visitors, version]) => ({
    day,
    isBot,
    total: Number(total),
    qr: Number(qr),
    visitors: Number(visitors),
    version,
  }));
}

/** All links are asked about for few periods, and all others are quick. Some 15 MB, of names as long as may be 40. */
const MAX_KEPT_NAMES = 120_000;
const MAX_KEPT = 50;
const kept = new Map<string, { versions: string; tallies: Tallies; size: number }>();

/**
 * What is counted by name on some days. It is kept in memory for as long as none of their rows is
 * written anew: names of many days are what takes time to add up.
 *
 * @param days those of the question that had clicks
 */
async function readTallies({ scopeId, onlyBots = false }: Question, days: DayTotals[]): Promise<Tallies> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  const key = `${scopeId} ${onlyBots} ${first.day} ${last.day}`;
  const versions = days.map(({ day, version }) => `${day} ${version}`).join();
  const found = kept.get(key);
  if (found?.versions === versions) return found.tallies;
  // What is written meanwhile has another version than is kept here, and is read again next time.
  const tallies = toTallies(await queryCounts(scopeId, onlyBots, { from: first.day, to: last.day }));
  keep(key, { versions, tallies, size: sizeOf(tallies) });
  return tallies;
}

function keep(key: string, entry: { versions: string; tallies: Tallies; size: number }): void {
  kept.delete(key);
  if (entry.size > MAX_KEPT_NAMES / 2) return;
  kept.set(key, entry);
  let names = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [oldest, { size }] of kept) {
    if (names <= MAX_KEPT_NAMES && kept.size <= MAX_KEPT) return;
    kept.delete(oldest);
    names -= size;
  }
}

async function queryCounts(scopeId: string, onlyBots: boolean, { from, to }: DayRange): Promise<Iterable<NamedCount>> {
  // One day has nothing to be added up: its row is taken as it is.
  if (from === to) {
    const { rows } = await pool().query<{ counts: string }>({
      name: "read-counts-of-day",
      text: "SELECT counts::text FROM click_days WHERE scope_id = $1 AND day = $2 AND is_bot = $3",
      values: [scopeId, from, onlyBots],
    });
    return parseCounts(rows[0]?.counts ?? "");
  }
  const { rows } = await pool().query<[key: string, count: string]>({
    name: "read-named-counts",
    rowMode: "array",
    text: `
      SELECT key, sum(value::bigint) FROM click_days, json_each_text(counts)
      WHERE scope_id = $1 AND day BETWEEN $2 AND $3 AND is_bot = $4 GROUP BY key`,
    values: [scopeId, from, to, onlyBots],
  });
  return rows.map(([key, count]) => [key, Number(count)]);
}

/** Everything that is counted of a range of days. */
export async function readBreakdown(question: Question): Promise<Breakdown> {
  const { scopeId, range, onlyBots = false } = question;
  const totals = await readDayTotals(scopeId, range);
  const counted = totals.filter(({ isBot }) => isBot === onlyBots);
  // Today's row is written all the time, those of the days before hardly ever.
  const [before, newest] = await Promise.all([
    readTallies(question, counted.slice(0, -1)),
    readTallies(question, counted.slice(-1)),
  ]);
  const totalClicks = sum(counted, "total");
  const qr = sum(counted, "qr");
  const named = (dimension: Dimension, rest = UNKNOWN) =>
    toCounts(topOfBoth(before.get(dimension), newest.get(dimension)), { totalClicks, rest });
  return {
    totalClicks,
    uniqueVisitors: sum(counted, "visitors"),
    accessMethods: { qr, direct: totalClicks - qr },
    deviceTypes: named("device"),
    operatingSystems: named("os"),
    browsers: named("browser"),
    referrers: named("referrer", DIRECT),
    countries: named("country"),
    dailyClicks: toDaily(counted, range),
    botClicks: sum(
      totals.filter(({ isBot }) => isBot),
      "total",
    ),
  };
}

export function sum(days: DayTotals[], what: "total" | "qr" | "visitors"): number {
  return days.reduce((total, day) => total + day[what], 0);
}

/** Only values that are known are stored; what they leave of the total is the rest. */
function toCounts({ total, names }: Top, { totalClicks, rest }: { totalClicks: number; rest: string }): Counts {
  const byName = new Map(names);
  const listed = names.reduce((sum, [, count]) => sum + count, 0);
  for (const [name, count] of [
    [OTHER, total - listed],
    [rest, totalClicks - total],
  ] as const) {
    if (count > 0) byName.set(name, (byName.get(name) ?? 0) + count);
  }
  return Object.fromEntries([...byName].sort(([, a], [, b]) => b - a));
}

function toDaily(counted: DayTotals[], range: DayRange): Counts {
  const byDay = new Map(counted.map(({ day, total }) => [day, total]));
  return Object.fromEntries(daysOf(range).map((day) => [day, byDay.get(day) ?? 0]));
}

/** The first day on which there was a click, null where there was none. */
export async function findFirstDay(scopeId: string): Promise<string | null> {
  const { rows } = await pool().query<{ day: string | null }>(
    "SELECT min(day)::text AS day FROM click_days WHERE scope_id = $1",
    [scopeId],
  );
  return rows[0]?.day ?? null;
}

import { type DayRange, daysOf } from "@/lib/analytics/days";
import type { Breakdown, Counts } from "@/lib/analytics/types";
import { type Dimension, OTHER } from "@/lib/clicks/dimensions";
import { pool } from "@/lib/db/pool";

/** Names that an answer lists of one kind; the rest is under "Other". */
const MAX_NAMES = 200;
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

type NamedCount = [dimension: Dimension, name: string, count: number];
/** Clicks by `countName` (lib/clicks/dimensions.ts). */
type CountsByName = ReadonlyMap<string, number>;

/** Of all links few periods are asked for, and all others are quick: some 50 MB at the very most. */
const MAX_KEPT = 8;
const MAX_KEPT_NAMES = 60_000;
const kept = new Map<string, { versions: string; counts: CountsByName }>();

/**
 * Of days that are over the sums are kept in memory, for as long as none of their rows is written
 * anew: names of many days are what takes time to add up.
 *
 * @param days those of the question that had clicks
 */
async function readNamedCounts({ scopeId, onlyBots = false }: Question, days: DayTotals[]): Promise<NamedCount[]> {
  const [newest, before] = [days.at(-1), days.slice(0, -1)];
  const [counts, ofNewest] = await Promise.all([
    readKept(scopeId, onlyBots, before),
    newest ? queryCounts(scopeId, onlyBots, [newest]) : new Map<string, number>(),
  ]);
  const sums = new Map(counts);
  for (const [name, count] of ofNewest) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([key, count]) => {
      const end = key.indexOf(":");
      return [key.slice(0, end) as Dimension, key.slice(end + 1), count];
    });
}

async function readKept(scopeId: string, onlyBots: boolean, days: DayTotals[]): Promise<CountsByName> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  const key = `${scopeId} ${onlyBots} ${first.day} ${last.day}`;
  const versions = days.map(({ day, version }) => `${day} ${version}`).join();
  const found = kept.get(key);
  if (found?.versions === versions) return found.counts;
  // What is written meanwhile has another version than is kept here, and is read again next time.
  const counts = await queryCounts(scopeId, onlyBots, days);
  kept.delete(key);
  if (counts.size > MAX_KEPT_NAMES) return counts;
  kept.set(key, { versions, counts });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest) kept.delete(oldest);
  return counts;
}

async function queryCounts(scopeId: string, onlyBots: boolean, days: DayTotals[]): Promise<CountsByName> {
  const [first, second] = days;
  if (first && !second) return queryCountsOfDay(scopeId, onlyBots, first.day);
  const { rows } = await pool().query<[key: string, count: string]>({
    name: "read-named-counts",
    rowMode: "array",
    text: `
      SELECT key, sum(value::bigint) FROM click_days, json_each_text(counts)
      WHERE scope_id = $1 AND day BETWEEN $2 AND $3 AND is_bot = $4 GROUP BY key`,
    values: [scopeId, first?.day, days.at(-1)?.day, onlyBots],
  });
  return new Map(rows.map(([key, count]) => [key, Number(count)]));
}

/** One day has nothing to be added up: its row is taken as it is. */
async function queryCountsOfDay(scopeId: string, onlyBots: boolean, day: string): Promise<CountsByName> {
  const { rows } = await pool().query<{ counts: Record<string, number> }>({
    name: "read-counts-of-day",
    text: "SELECT counts FROM click_days WHERE scope_id = $1 AND day = $2 AND is_bot = $3",
    values: [scopeId, day, onlyBots],
  });
  return new Map(Object.entries(rows[0]?.counts ?? {}));
}

/** Everything that is counted of a range of days. */
export async function readBreakdown(question: Question): Promise<Breakdown> {
  const { scopeId, range, onlyBots = false } = question;
  const totals = await readDayTotals(scopeId, range);
  const counted = totals.filter(({ isBot }) => isBot === onlyBots);
  const counts = await readNamedCounts(question, counted);
  const totalClicks = sum(counted, "total");
  const qr = sum(counted, "qr");
  const named = (dimension: Dimension, rest = UNKNOWN) => toCounts(counts, dimension, { totalClicks, rest });
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
function toCounts(
  counts: NamedCount[],
  dimension: Dimension,
  { totalClicks, rest }: { totalClicks: number; rest: string },
): Counts {
  const named = counts.filter(([kind]) => kind === dimension);
  const byName = new Map<string, number>();
  const add = (name: string, count: number) => byName.set(name, (byName.get(name) ?? 0) + count);
  for (const [place, [, name, count]] of named.entries()) add(place < MAX_NAMES ? name : OTHER, count);
  const unnamed = totalClicks - named.reduce((total, [, , count]) => total + count, 0);
  if (unnamed > 0) add(rest, unnamed);
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

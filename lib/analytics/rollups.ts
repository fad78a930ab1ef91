import { type DayRange, daysOf } from "@/lib/analytics/days";
import type { Breakdown, Counts } from "@/lib/analytics/types";
import { type Dimension, OTHER } from "@/lib/clicks/dimensions";
import { pool } from "@/lib/db/pool";

/** Names that an answer lists of one kind; the rest is under "Other". */
const MAX_NAMES = 500;
const UNKNOWN = "Unknown";
const DIRECT = "Direct";

/** What the numbers of an answer are about: the id of a link or of a group, or ALL_LINKS. */
export type Question = { scopeId: string; range: DayRange; onlyBots?: boolean };

export type DayTotals = { day: string; isBot: boolean; total: number; qr: number; visitors: number };

/** A link's, a group's or all clicks of the days that had any, the oldest first; bots and people apart. */
export async function readDayTotals(scopeId: string, { from, to }: DayRange): Promise<DayTotals[]> {
  const { rows } = await pool().query<[day: string, isBot: boolean, total: string, qr: string, visitors: string]>({
    name: "read-day-totals",
    rowMode: "array",
    text: `
      SELECT day::text, is_bot, total, qr, visitors FROM click_days
      WHERE scope_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day`,
    values: [scopeId, from, to],
  });
  return rows.map(([day, isBot, total, qr, visitors]) => ({
    day,
    isBot,
    total: Number(total),
    qr: Number(qr),
    visitors: Number(visitors),
  }));
}

type NamedCount = [dimension: Dimension, name: string, count: number];

async function readNamedCounts({ scopeId, range, onlyBots = false }: Question): Promise<NamedCount[]> {
  const { rows } = await pool().query<[Dimension, string, string]>({
    name: "read-named-counts",
    rowMode: "array",
    text: `
      SELECT split_part(key, ':', 1), substr(key, strpos(key, ':') + 1), count
      FROM (
        SELECT key, sum(value::bigint) AS count FROM click_days, json_each_text(counts)
        WHERE scope_id = $1 AND day BETWEEN $2 AND $3 AND is_bot = $4 GROUP BY key
      ) AS counted
      ORDER BY count DESC, key`,
    values: [scopeId, range.from, range.to, onlyBots],
  });
  return rows.map(([dimension, name, count]) => [dimension, name, Number(count)]);
}

/** Everything that is counted of a range of days. */
export async function readBreakdown(question: Question): Promise<Breakdown> {
  const { scopeId, range, onlyBots = false } = question;
  const [totals, counts] = await Promise.all([readDayTotals(scopeId, range), readNamedCounts(question)]);
  const counted = totals.filter(({ isBot }) => isBot === onlyBots);
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

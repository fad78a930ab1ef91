import { type DayTotals, listCounts, sum } from "@/lib/analytics/rollups";
import { mostFrequent, type NamedCount, type Top } from "@/lib/analytics/tallies";
import { weekdayOf } from "@/lib/stats/ranges";
import { HOURS, type RawCounts } from "@/lib/stats/raw-counts";
import { type StatDimension, type Stats, UNKNOWN, unknownName } from "@/lib/stats/types";

export type Breakdowns = Stats["breakdowns"];

/** Recorded for every click, if known. */
const ALWAYS = ["referrer", "country", "device", "os", "browser"] as const satisfies StatDimension[];
/** Not recorded everywhere: left out while no click has them. */
const SOMETIMES = ["city", "language", "placement"] as const satisfies StatDimension[];

const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "7"];

/** Only scans have a placement, or lack one. */
const totalOf = (dimension: StatDimension, { clicks, scans }: { clicks: number; scans: number }) =>
  dimension === "placement" ? scans : clicks;

/** Breakdowns by everything that is counted per day. */
export function dailyBreakdowns(people: DayTotals[], tops: (dimension: string) => Top): Breakdowns {
  const all = { clicks: sum(people, "total"), scans: sum(people, "qr") };
  const breakdowns = accessBreakdown(all.clicks, all.scans);
  for (const dimension of [...ALWAYS, ...SOMETIMES.filter((one) => tops(one).total > 0)]) {
    const [totalClicks, rest] = [totalOf(dimension, all), unknownName(dimension)];
    breakdowns[dimension] = named(listCounts(tops(dimension), { totalClicks, rest }));
  }
  return breakdowns;
}

export function accessBreakdown(clicks: number, scans: number): Breakdowns {
  const access: NamedCount[] = [
    ["qr", scans],
    ["direct", clicks - scans],
  ];
  return { access: named(mostFrequent(access.filter(([, count]) => count > 0))) };
}

/**
 * @param hours clicks by hour, which may be fewer than all clicks if some hours are unknown; null to omit the breakdown
 */
export function timeBreakdowns(people: DayTotals[], hours: ReadonlyMap<string, number> | null): Breakdowns {
  const weekdays = new Map<string, number>();
  for (const { day, total } of people) {
    const weekday = String(weekdayOf(day));
    weekdays.set(weekday, (weekdays.get(weekday) ?? 0) + total);
  }
  if (!hours) return { weekday: inOrder(new Map(), weekdays, 0).weekday };
  return inOrder(hours, weekdays, sum(people, "total"));
}

/** Breakdowns by everything, from the stored clicks. */
export function rawBreakdowns({ clicks, scans, values }: RawCounts): Breakdowns {
  const breakdowns = { ...accessBreakdown(clicks, scans), ...inOrder(values.hour, values.weekday, clicks) };
  for (const dimension of [...ALWAYS, ...SOMETIMES.filter((one) => [...values[one].keys()].some(isKnown))]) {
    const known = [...values[dimension]].filter(([name]) => name !== unknownName(dimension));
    const total = known.reduce((sum, [, count]) => sum + count, 0);
    const top = { total, names: mostFrequent(known) };
    const totalClicks = totalOf(dimension, { clicks, scans });
    breakdowns[dimension] = named(listCounts(top, { totalClicks, rest: unknownName(dimension) }));
  }
  return breakdowns;
}

const isKnown = (name: string) => name !== UNKNOWN;

function inOrder(hours: ReadonlyMap<string, number>, weekdays: ReadonlyMap<string, number>, clicks: number) {
  const list = (names: string[], counts: ReadonlyMap<string, number>) =>
    names.map((name) => ({ name, clicks: counts.get(name) ?? 0 }));
  const listed = list(HOURS, hours);
  const unknown = clicks - listed.reduce((sum, hour) => sum + hour.clicks, 0);
  return {
    hour: unknown > 0 ? [...listed, { name: unknownName("hour"), clicks: unknown }] : listed,
    weekday: list(WEEKDAYS, weekdays),
  } satisfies Breakdowns;
}

function named(counts: readonly NamedCount[]): { name: string; clicks: number }[] {
  return counts.map(([name, clicks]) => ({ name, clicks }));
}

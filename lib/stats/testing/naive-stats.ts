import type { EnrichedClick } from "@/lib/clicks/enrich";
import { STAT_DIMENSIONS, type StatDimension, type StatFilter, type Stats } from "@/lib/stats/types";

const DAY_MS = 86_400_000;

/** A click with its local day and hour. */
export type LocalClick = { click: EnrichedClick; day: string; hour: string };

export function localClick(click: EnrichedClick, timeZone: string): LocalClick {
  // Swedish dates are written like ISO 8601.
  const text = new Date(click.at).toLocaleString("sv-SE", { timeZone });
  return { click, day: text.slice(0, 10), hour: text.slice(11, 13) };
}

/** Null if the click has no such property. */
export function shownValue({ click, day, hour }: LocalClick, dimension: StatDimension): string | null {
  if (dimension === "placement" && click.accessMethod === "direct") return null;
  const weekday = String(new Date(`${day}T12:00:00Z`).getUTCDay() || 7);
  const known: Partial<Record<StatDimension, string | null>> = {
    referrer: click.referrerHost ?? "Direct",
    country: click.country,
    city: click.city,
    language: click.language,
    placement: click.placement,
    device: click.deviceType,
    os: click.os,
    browser: click.browser,
    access: click.accessMethod,
    hour,
    weekday,
  };
  return known[dimension] ?? "Unknown";
}

type Question = {
  from: string;
  to: string;
  before: Stats["before"];
  interval: Stats["interval"];
  filters: StatFilter[];
  isSingle: boolean;
  /** Whether hours have visitors, as they have with filters or if asked for. */
  hasHourlyVisitors: boolean;
};

/** Every number of statistics, counted one click after the other. */
export function naiveStats(clicks: LocalClick[], question: Question) {
  const { from, to, before, interval, filters, isSingle, hasHourlyVisitors } = question;
  const passing = clicks.filter((one) => filters.every(({ by, value }) => shownValue(one, by) === value));
  const people = passing.filter(({ click }) => !click.isBot);
  const asked = people.filter(({ day }) => day >= from && day <= to);
  const earlier = before ? people.filter(({ day }) => day >= before.from && day <= before.to) : null;
  return {
    ...totals(asked),
    bots: passing.filter(({ click, day }) => click.isBot && day >= from && day <= to).length,
    before: earlier && totals(earlier),
    series: bucketsOf(asked, (one) => bucket(one, interval), interval !== "hour" || hasHourlyVisitors),
    seriesBefore:
      earlier &&
      bucketsOf(
        earlier.map((one) => ({ ...one, day: shift(one.day, daysBetween(from, to)) })),
        (one) => bucket(one, interval),
        false,
      ),
    breakdowns: Object.fromEntries(
      STAT_DIMENSIONS.filter((dimension) => isSingle || !["hour", "weekday", "placement"].includes(dimension)).map(
        (dimension) => [dimension, countBy(asked, (one) => shownValue(one, dimension))],
      ),
    ),
  };
}

function totals(people: LocalClick[]) {
  return {
    clicks: people.length,
    visitors: visitorsOf(people),
    scans: people.filter(({ click }) => click.accessMethod === "qr").length,
  };
}

function visitorsOf(people: LocalClick[], isByHour = false): number {
  const visitors = people.flatMap(({ click, day, hour }) =>
    click.visitorHash ? `${click.urlId} ${day} ${isByHour ? hour : ""} ${click.visitorHash}` : [],
  );
  return new Set(visitors).size;
}

function bucket({ day, hour }: LocalClick, interval: Stats["interval"]): string {
  if (interval === "hour") return `${day}T${hour}:00`;
  if (interval === "month") return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return interval === "week" ? shift(day, -((weekday + 6) % 7)) : day;
}

/** Clicks and visitors by bucket, without empty buckets. */
function bucketsOf(people: LocalClick[], bucketOf: (one: LocalClick) => string, hasVisitors: boolean) {
  const buckets = groupBy(people, bucketOf);
  return Object.fromEntries(
    [...buckets].map(([name, some]) => [
      name,
      { clicks: some.length, visitors: hasVisitors ? visitorsOf(some, name.includes("T")) : null },
    ]),
  );
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function countBy(people: LocalClick[], nameOf: (one: LocalClick) => string | null): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of people.map(nameOf)) if (name !== null) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

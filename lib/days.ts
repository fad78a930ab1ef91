export const DAY_MS = 24 * 60 * 60 * 1000;

/** In all inhabited time zones, days start and clocks change at a multiple of 15 minutes of UTC (since 1972). */
const QUARTER_MS = 15 * 60 * 1000;
/** Cached hours per zone: more than three months, about 500 kB. */
const MAX_KNOWN = 10_000;

/** Local day and hour in a zone: YYYY-MM-DD and 00 to 23. */
export type LocalHour = { readonly day: string; readonly hour: string };

type Zone = { format: Intl.DateTimeFormat; known: Map<number, LocalHour>; lastQuarter: number; last: LocalHour };

const zones = new Map<string, Zone>();

/**
 * The local date of a timestamp as YYYY-MM-DD, including daylight saving time.
 *
 * @param at milliseconds since the epoch
 * @param timeZone IANA name such as Europe/Vienna
 * @throws RangeError if the zone or the timestamp is invalid
 */
export function dayOf(at: number, timeZone: string): string {
  return localHourOf(at, timeZone).day;
}

/** Like `dayOf`, with the hour. Cached per quarter of an hour, because it runs for every stored click. */
export function localHourOf(at: number, timeZone: string): LocalHour {
  const zone = zoneOf(timeZone);
  const quarter = Math.floor(at / QUARTER_MS);
  if (quarter === zone.lastQuarter) return zone.last;
  let local = zone.known.get(quarter);
  if (local === undefined) {
    local = readClock(zone.format, at);
    if (zone.known.size >= MAX_KNOWN) zone.known.clear();
    zone.known.set(quarter, local);
  }
  zone.lastQuarter = quarter;
  zone.last = local;
  return local;
}

/** A zone's days start at most this long before or after they start in UTC. */
const MAX_OFFSET_MS = 15 * 60 * 60 * 1000;

/**
 * When a day starts: its first instant, or that of the next day if the zone skipped it.
 *
 * @param day YYYY-MM-DD
 * @returns milliseconds since the epoch
 * @throws RangeError if the zone or the day is invalid
 */
export function startOfDay(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  let before = utc - MAX_OFFSET_MS;
  let start = utc + MAX_OFFSET_MS;
  while (start - before > QUARTER_MS) {
    const middle = before + Math.ceil((start - before) / QUARTER_MS / 2) * QUARTER_MS;
    if (dayOf(middle, timeZone) < day) before = middle;
    else start = middle;
  }
  return start;
}

/** @param day YYYY-MM-DD, as all days; they sort by date. The day after 9999-12-31 is +010000-01-01. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, -"T00:00:00.000Z".length);
}

/** First and last day, inclusive. */
export type DayRange = { from: string; to: string };

export function countDays({ from, to }: DayRange): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS + 1);
}

/** Every day of a range, oldest first. */
export function daysOf(range: DayRange): string[] {
  return Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index));
}

/** The days up to and including `to`. */
export function lastDays(days: number, to: string): DayRange {
  return { from: addDays(to, 1 - days), to };
}

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    // Uses formatToParts, because a locale's separators may change with the runtime.
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      hourCycle: "h23",
    });
    zone = { format, known: new Map(), lastQuarter: Number.NaN, last: { day: "", hour: "" } };
    zones.set(timeZone, zone);
  }
  return zone;
}

function readClock(format: Intl.DateTimeFormat, at: number): LocalHour {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of format.formatToParts(at)) parts[type] = value;
  return {
    day: `${parts.year?.padStart(4, "0")}-${parts.month}-${parts.day}`,
    hour: parts.hour?.padStart(2, "0") ?? "",
  };
}

import { addDays, startOfDay } from "@/lib/days";

const HOUR_MS = 60 * 60 * 1000;
const QUARTER_MS = HOUR_MS / 4;

/** An hour of local time. `key` is "YYYY-MM-DDTHH", `start` the displayed form: "2030-12-31T09:00+01:00". */
type Hour = { key: string; start: string };

/**
 * The hours that a zone's clocks show on a day. An hour that is repeated when clocks are put back is listed once, with
 * its first offset; a skipped hour is not listed.
 *
 * @param day YYYY-MM-DD
 */
export function hoursOfDay(day: string, timeZone: string): Hour[] {
  const [start, end] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)];
  if (end - start === 24 * HOUR_MS) {
    const offset = Date.parse(`${day}T00:00Z`) - start;
    return Array.from({ length: 24 }, (_, hour) => toHour(day, hour, offset));
  }
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "numeric", hourCycle: "h23" });
  const hours = new Map<number, Hour>();
  for (let at = start; at < end; at += QUARTER_MS) {
    const { hour, minute } = readClock(clock, at);
    const offset = Date.parse(`${day}T00:00Z`) + hour * HOUR_MS + minute * (HOUR_MS / 60) - at;
    if (!hours.has(hour)) hours.set(hour, toHour(day, hour, offset));
  }
  return [...hours.values()];
}

function readClock(clock: Intl.DateTimeFormat, at: number): { hour: number; minute: number } {
  const parts = clock.formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { hour: read("hour"), minute: read("minute") };
}

function toHour(day: string, hour: number, offset: number): Hour {
  const key = `${day}T${twoDigits(hour)}`;
  const minutes = Math.abs(offset) / (HOUR_MS / 60);
  const zone = `${offset < 0 ? "-" : "+"}${twoDigits(Math.trunc(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return { key, start: `${key}:00${zone}` };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

import { addDays, type DayRange, dayOf, localHourOf, startOfDay } from "@/lib/days";
import type { SentFrequency } from "@/lib/summaries/types";

const HOUR_MS = 60 * 60 * 1000;
const DUE_HOUR = 8;
const DAYS_OF_WEEK = 7;

/**
 * When the next summary is due: Monday, or the first of the month, at 08:00.
 *
 * @param now milliseconds since the epoch
 * @param timeZone IANA name
 */
export function nextDue(frequency: SentFrequency, now: number, timeZone: string): Date {
  return new Date(dueTime(following(frequency, dueDay(frequency, now, timeZone)), timeZone));
}

/** The Monday, or first of a month, on which the latest summary was due at 08:00. */
export function dueDay(frequency: SentFrequency, at: number, timeZone: string): string {
  const day = dayOf(at, timeZone);
  const start = frequency === "weekly" ? mondayOf(day) : `${day.slice(0, 7)}-01`;
  return dueTime(start, timeZone) <= at ? start : preceding(frequency, start);
}

/** The week or month before the day on which its summary is due, and the one before that. */
export function periodsBefore(frequency: SentFrequency, day: string): { period: DayRange; before: DayRange } {
  const from = preceding(frequency, day);
  return {
    period: { from, to: addDays(day, -1) },
    before: { from: preceding(frequency, from), to: addDays(from, -1) },
  };
}

function following(frequency: SentFrequency, day: string): string {
  return frequency === "weekly" ? addDays(day, DAYS_OF_WEEK) : `${addDays(day, 31).slice(0, 7)}-01`;
}

function preceding(frequency: SentFrequency, start: string): string {
  return frequency === "weekly" ? addDays(start, -DAYS_OF_WEEK) : `${addDays(start, -1).slice(0, 7)}-01`;
}

function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS_OF_WEEK;
  return addDays(day, -sinceMonday);
}

/** 08:00 local time, even if the clocks change in that night. */
function dueTime(day: string, timeZone: string): number {
  const guess = startOfDay(day, timeZone) + DUE_HOUR * HOUR_MS;
  return guess + (DUE_HOUR - Number(localHourOf(guess, timeZone).hour)) * HOUR_MS;
}

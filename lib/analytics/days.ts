/** Days are named YYYY-MM-DD, so that their order is that of their names. */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Ten years: as far back as numbers reach, and as many days as one asks for. */
export const MAX_DAYS = 3_660;

/** The first and the last day. */
export type DayRange = { from: string; to: string };

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function countDays({ from, to }: DayRange): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS + 1);
}

/** Every day of a range, the oldest first. */
export function daysOf(range: DayRange): string[] {
  return Array.from({ length: countDays(range) }, (_, place) => addDays(range.from, place));
}

/** So many days, the last of which is `to`. */
export function lastDays(days: number, to: string): DayRange {
  return { from: addDays(to, 1 - days), to };
}

import { addDays, DAY_MS } from "@/lib/days";

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

import { addDays, localHourOf } from "@/lib/days";

/** Backups start at night. */
const START_HOUR = 3;
const HOURS_OF_DAY = 24;

/**
 * The local day and hour at which the latest backup was due, such as 2026-11-22T03. Moments with the same slot share
 * one backup, whatever the clock did between them.
 *
 * @param at milliseconds since the epoch
 * @param everyHours divides 24
 */
export function slotOf(at: number, everyHours: number, timeZone: string): string {
  const { day, hour } = localHourOf(at, timeZone);
  const since = (Number(hour) - START_HOUR + HOURS_OF_DAY) % everyHours;
  const due = Number(hour) - since;
  const [dueDay, dueHour] = due < 0 ? [addDays(day, -1), due + HOURS_OF_DAY] : [day, due];
  return `${dueDay}T${String(dueHour).padStart(2, "0")}`;
}

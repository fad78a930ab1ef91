import type { BackupState } from "@/lib/backup-schedule/types";

const HOUR_MS = 60 * 60 * 1_000;

/**
 * Whether the last good backup is two intervals old, or three while an attempt is running; if there is none, whether
 * the first attempt takes longer than an interval.
 */
export function isOverdue({ everyHours, last, runningSince }: BackupState): boolean {
  const intervalMs = everyHours * HOUR_MS;
  const isRunning = runningSince !== null && Date.now() - runningSince.getTime() < intervalMs;
  if (!last) return runningSince !== null && !isRunning;
  return Date.now() - last.at.getTime() > (isRunning ? 3 : 2) * intervalMs;
}

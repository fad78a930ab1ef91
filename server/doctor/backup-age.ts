import { formatBytes, formatRelative } from "@/lib/format";
import type { BackupState } from "@/lib/schedule/types";
import { type Check, ok, warning } from "@/server/doctor/check";

export const BACKUPS = "backups";
export const REMEDY = "see docs/runbook/backup-fails.md";
const HOUR_MS = 60 * 60 * 1_000;

/** Checks how old the last good scheduled backup is, and whether the latest attempt failed. */
export function checkBackupAge({ address, last, failure, everyHours, runningSince }: BackupState): Check {
  const age = last ? Date.now() - last.at.getTime() : Number.POSITIVE_INFINITY;
  const made = last
    ? `the last one in ${address}, of ${formatBytes(last.bytes)}, was made ${formatRelative(last.at.toISOString())}`
    : `none in ${address} yet`;
  if (failure) return warning(BACKUPS, `${made}; the latest attempt failed: ${failure.message}`, REMEDY);
  if (age > 2 * everyHours * HOUR_MS) {
    if (!runningSince) return warning(BACKUPS, made, "start Hop; the worker makes them");
    return warning(
      BACKUPS,
      `${made}; one was started ${formatRelative(runningSince.toISOString())}`,
      "wait for it, or use a faster disk or storage",
    );
  }
  return ok(BACKUPS, made);
}

import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { formatBytes, formatRelative } from "@/lib/format";
import { isOverdue } from "@/lib/schedule/overdue";
import type { BackupState } from "@/lib/schedule/types";
import { openStore } from "@/lib/stores/open";
import { StoreError } from "@/lib/stores/store";
import { type Check, ok, problem, reasonOf, warning } from "@/server/doctor/check";

const TIMEOUT_MS = 10_000;
const REMEDY = "see docs/runbook/backup-fails.md";

/**
 * Checks whether BACKUP_TO can be written, without leaving anything there, and how old the last good backup is.
 *
 * @param state null if the database can't be queried
 */
export async function checkBackups(state: BackupState | null): Promise<Check> {
  const name = "backups";
  const { BACKUP_TO } = env();
  if (!BACKUP_TO) return ok(name, "none are scheduled (BACKUP_TO)");
  try {
    await withinTime(async () => (await openStore(BACKUP_TO)).check());
  } catch (error) {
    return problem(name, error instanceof StoreError ? error.message : reasonOf(error), REMEDY);
  }
  if (!state) return ok(name, `${BACKUP_TO} can be written`);
  const { last, failure, runningSince } = state;
  const made = last
    ? `the last one in ${BACKUP_TO}, of ${formatBytes(last.bytes)}, was made ${formatRelative(last.at.toISOString())}`
    : `none in ${BACKUP_TO} yet`;
  if (failure) return warning(name, `${made}; the latest attempt failed: ${failure.message}`, REMEDY);
  const running = runningSince && `${made}; one was started ${formatRelative(runningSince.toISOString())}`;
  if (!running && (!last || isOverdue(state))) return warning(name, made, "start Hop; the worker makes them");
  if (isOverdue(state)) return warning(name, running ?? made, "wait for it, or use a faster disk or storage");
  return ok(name, running ?? made);
}

async function withinTime(check: () => Promise<void>): Promise<void> {
  const isLate = sleep(TIMEOUT_MS, true, { ref: false });
  const outcome = await Promise.race([check(), isLate]);
  if (outcome) throw new StoreError(`${env().BACKUP_TO} did not answer within ${TIMEOUT_MS / 1_000} seconds`);
}

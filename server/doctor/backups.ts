import { isOverdue } from "@/lib/backup-schedule/overdue";
import type { BackupState } from "@/lib/backup-schedule/types";
import { env } from "@/lib/env";
import { formatBytes, formatRelative } from "@/lib/format";
import { openStore } from "@/lib/stores/open";
import { StoreError } from "@/lib/stores/store";
import { within } from "@/lib/within";
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
    const check = openStore(BACKUP_TO).then((store) => store.check());
    if ((await within(TIMEOUT_MS, check, "late")) === "late")
      throw new StoreError(`${BACKUP_TO} did not answer within ${TIMEOUT_MS / 1_000} seconds`);
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
  if (!running && (!last || isOverdue(state)))
    return warning(name, made, "start Hop, if it is not running: the worker makes them");
  if (isOverdue(state)) return warning(name, running ?? made, "wait for it, or use a faster disk or storage");
  return ok(name, running ?? made);
}

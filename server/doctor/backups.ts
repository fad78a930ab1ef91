import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import type { BackupState } from "@/lib/schedule/types";
import { openStore } from "@/lib/stores/open";
import { StoreError } from "@/lib/stores/store";
import { BACKUPS, checkBackupAge, REMEDY } from "@/server/doctor/backup-age";
import { type Check, ok, problem, reasonOf } from "@/server/doctor/check";

const TIMEOUT_MS = 10_000;

/**
 * Checks whether BACKUP_TO can be written, without leaving anything there, and how old the last good backup is.
 *
 * @param state null if the database can't be queried
 */
export async function checkBackups(state: BackupState | null): Promise<Check> {
  const { BACKUP_TO } = env();
  if (!BACKUP_TO) return ok(BACKUPS, "none are scheduled (BACKUP_TO)");
  try {
    await withinTime(async () => (await openStore(BACKUP_TO)).check());
  } catch (error) {
    return problem(BACKUPS, error instanceof StoreError ? error.message : reasonOf(error), REMEDY);
  }
  return state ? checkBackupAge(state) : ok(BACKUPS, `${BACKUP_TO} can be written`);
}

async function withinTime(check: () => Promise<void>): Promise<void> {
  const isLate = sleep(TIMEOUT_MS, true, { ref: false });
  const outcome = await Promise.race([check(), isLate]);
  if (outcome) throw new StoreError(`${env().BACKUP_TO} did not answer within ${TIMEOUT_MS / 1_000} seconds`);
}

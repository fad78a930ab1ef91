import { hostname } from "node:os";
import { isOverdue } from "@/lib/backup-schedule/overdue";
import { readBackupState } from "@/lib/backup-schedule/queries";
import type { BackupState } from "@/lib/backup-schedule/types";
import { pool } from "@/lib/db/pool";
import { createRateLimiter } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { formatBytes, plural } from "@/lib/format";
import type { Alert } from "@/lib/jobs/queues";
import { mailTime } from "@/lib/mail/mail-time";
import { measured } from "@/lib/process-counts";
import { queueAlert } from "@/lib/users/mail-alert";
import { type Disk, diskState, lacksFiles, readDisk } from "@/server/data-dir/disk";
import { MAINTENANCE_STEPS } from "@/server/worker/maintenance-steps";

const DAY_IN_SECONDS = 24 * 60 * 60;
/** Steps of maintenance run every hour; the same as in the alert rule. */
const MAINTENANCE_OVERDUE_MS = 5 * 60 * 60 * 1_000;

/** `id` names what is wrong, however serious it is, and on all machines that it concerns. */
type Problem = Alert & { id: string };

const limiter = createRateLimiter("alert", DAY_IN_SECONDS);

/**
 * Returns a function that looks for problems that nobody would notice before data is lost, and emails them to the
 * administrators: each at most once a day, and again when it becomes worse. It must find a problem twice in a row, since
 * many disappear by themselves.
 */
export function createAlerts(find = findProblems): () => Promise<void> {
  let known = new Set<string>();
  return async () => {
    if (env().ALERT_MAILS === "off") return;
    const found = await find();
    const lasting = found.filter(({ id }) => known.has(id));
    known = new Set(found.map(({ id }) => id));
    for (const { id, ...alert } of lasting) {
      const key = `${id}: ${alert.title}`;
      if ((await limiter.count(key, 1)).isOver) continue;
      try {
        await queueAlert(alert);
      } catch (error) {
        await limiter.giveBack(key).catch(() => undefined);
        throw error;
      }
    }
  };
}

async function findProblems(): Promise<Problem[]> {
  const disk = diskProblem(await readDisk(env().DATA_DIR));
  const backups = backupProblem(await readBackupState(pool()));
  return [disk, backups, maintenanceProblem()].filter((problem) => problem !== null);
}

/** A disk that is low on room, or nearly full; null otherwise. */
export function diskProblem(disk: Disk): Problem | null {
  const state = diskState(disk);
  if (state === "ok") return null;
  const left = lacksFiles(disk) ? plural(disk.freeFiles, "more file") : formatBytes(disk.free);
  return {
    id: `disk ${hostname()}`,
    title: state === "severe" ? "the disk is almost full" : "the disk is filling up",
    text: `The disk of the data folder on ${hostname()} has room for only ${left}. Once it is full, clicks are lost and any database on it stops.`,
    remedy: "Free or add disk space.",
  };
}

/** Scheduled backups that fail or are overdue; null otherwise. */
export function backupProblem(state: BackupState): Problem | null {
  const { address, last, failure } = state;
  if (address === null || !(failure || isOverdue(state))) return null;
  const made = last
    ? `The last backup in ${address} was made on ${mailTime(last.at)}.`
    : `No backup has been made to ${address} yet.`;
  return {
    id: "backups",
    title: failure ? "backups are failing" : "backups are overdue",
    text: failure ? `${made} The latest attempt failed: ${failure.message.replace(/\.$/, "")}.` : made,
    remedy: "The Settings page shows the state of the backups, and the server's log has the details.",
  };
}

/** Steps of the hourly maintenance of this worker that have failed, or hung, for five hours; null without one. */
export function maintenanceProblem(): Problem | null {
  const overdue = MAINTENANCE_STEPS.filter(({ name }) => {
    const succeeded = measured(`maintained-at-uptime-ms:${name}`);
    return succeeded !== undefined && performance.now() - succeeded > MAINTENANCE_OVERDUE_MS;
  });
  if (overdue.length === 0) return null;
  return {
    id: `maintenance ${hostname()}`,
    title: "maintenance is failing",
    text: `For more than five hours, the hourly maintenance on ${hostname()} could not ${overdue.map(({ name }) => name).join(", ")}. Data may be kept longer than promised.`,
    remedy: "The server's log has the reason: maintenance step failed.",
  };
}

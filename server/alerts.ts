import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { pool } from "@/lib/db/pool";
import { createRateLimiter } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { formatBytes, formatRelative, plural } from "@/lib/format";
import type { Alert } from "@/lib/jobs/queues";
import { readBackupState } from "@/lib/schedule/queries";
import type { BackupState } from "@/lib/schedule/types";
import { queueAlert } from "@/lib/users/mail-alert";

const DAY_IN_SECONDS = 24 * 60 * 60;
const HOUR_MS = 60 * 60 * 1_000;
const MEGABYTE = 1024 * 1024;
const LOW_SHARE = 0.1;
/** Below these, the database and the spool soon stop storing. */
const MIN_FREE_BYTES = 100 * MEGABYTE;
const MIN_FREE_FILES = 1_000;

/** `id` names what is wrong, however serious it is, and on all machines that it concerns. */
type Problem = Alert & { id: string };

/** `freeFiles` is infinite on file systems without a limit. */
type Disk = { free: number; size: number; freeFiles: number };

const limiter = createRateLimiter("alert", DAY_IN_SECONDS);

/**
 * Returns a function that looks for problems that nobody would notice before data is lost, and mails them to the
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
  const { bavail, blocks, bsize, files, ffree } = await statfs(env().DATA_DIR);
  const freeFiles = files === 0 ? Number.POSITIVE_INFINITY : ffree;
  const disk = diskProblem({ free: bavail * bsize, size: blocks * bsize, freeFiles });
  const backups = backupProblem(await readBackupState(pool()));
  return [disk, backups].filter((problem) => problem !== null);
}

/** A disk with less than a tenth free, unless that is enough for the largest spool; or with little room for files. */
export function diskProblem({ free, size, freeFiles }: Disk): Problem | null {
  const low = Math.min(size * LOW_SHARE, env().SPOOL_MAX_MB * MEGABYTE);
  if (free >= Math.max(low, MIN_FREE_BYTES) && freeFiles >= MIN_FREE_FILES) return null;
  const isSevere = free < MIN_FREE_BYTES || freeFiles < MIN_FREE_FILES;
  const left = freeFiles < MIN_FREE_FILES ? plural(freeFiles, "more file") : formatBytes(free);
  return {
    id: `disk ${hostname()}`,
    title: isSevere ? "the disk is almost full" : "the disk is filling up",
    text: `The disk of the data folder on ${hostname()} has room for only ${left}. When it is full, clicks are lost, and a database on it stops.`,
    remedy: "Free or add disk space.",
  };
}

/** Waits one interval longer while an attempt is running. */
export function backupProblem({ address, everyHours, last, runningSince, failure }: BackupState): Problem | null {
  const intervalMs = everyHours * HOUR_MS;
  const isRunning = runningSince !== null && Date.now() - runningSince.getTime() < intervalMs;
  const isOverdue = last
    ? Date.now() - last.at.getTime() > (isRunning ? 3 : 2) * intervalMs
    : runningSince !== null && !isRunning;
  if (address === null || !(failure || isOverdue)) return null;
  const made = last
    ? `The last backup in ${address} was made ${formatRelative(last.at.toISOString())}.`
    : `No backup has been made in ${address} yet.`;
  return {
    id: "backups",
    title: failure ? "backups are failing" : "backups are overdue",
    text: failure ? `${made} The latest attempt failed: ${failure.message.replace(/\.$/, "")}.` : made,
    remedy: "The Settings page shows the state of the backups, and the server's log has the details.",
  };
}

import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { pool } from "@/lib/db/pool";
import { createRateLimiter } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { formatBytes, formatRelative } from "@/lib/format";
import type { Alert } from "@/lib/jobs/queues";
import { readBackupState } from "@/lib/schedule/queries";
import type { BackupState } from "@/lib/schedule/types";
import { queueAlert } from "@/lib/users/mail-alert";

const DAY_IN_SECONDS = 24 * 60 * 60;
const HOUR_MS = 60 * 60 * 1_000;
const MEGABYTE = 1024 * 1024;
/** As in the alert HopDiskFull (deploy/prometheus). */
const MIN_FREE_SHARE = 0.1;
/** Below this, the database and the spool soon stop storing. */
const MIN_FREE_BYTES = 100 * MEGABYTE;

/** `key` stands for the problem and its severity, on all machines that it concerns. */
type Problem = Alert & { key: string };

const limiter = createRateLimiter("alert", DAY_IN_SECONDS);

/**
 * Returns a function that looks for problems that nobody would notice before data is lost, and mails them to the
 * administrators, each at most once a day. It must find a problem twice in a row, since many disappear by themselves.
 */
export function createAlerts(find = findProblems): () => Promise<void> {
  let known = new Set<string>();
  return async () => {
    if (env().ALERT_MAILS === "off") return;
    const found = await find();
    const lasting = found.filter(({ key }) => known.has(key));
    known = new Set(found.map(({ key }) => key));
    for (const { key, ...alert } of lasting) {
      if ((await limiter.count(key, 1)).isOver) continue;
      try {
        await queueAlert(alert);
      } catch (error) {
        await limiter.giveBack(key);
        throw error;
      }
    }
  };
}

async function findProblems(): Promise<Problem[]> {
  const { bavail, blocks, bsize } = await statfs(env().DATA_DIR);
  const disk = diskProblem({ free: bavail * bsize, size: blocks * bsize });
  const backups = backupProblem(await readBackupState(pool()));
  return [disk, backups].filter((problem) => problem !== null);
}

/** @param disk in bytes */
export function diskProblem({ free, size }: { free: number; size: number }): Problem | null {
  if (free >= Math.min(size * MIN_FREE_SHARE, env().SPOOL_MAX_MB * MEGABYTE)) return null;
  const isFull = free < MIN_FREE_BYTES;
  return {
    key: `disk ${hostname()} ${isFull}`,
    title: isFull ? "the disk is full" : "the disk is nearly full",
    text: `Only ${formatBytes(free)} are free on the disk of the data folder on ${hostname()}. Once it is full, clicks are lost and the embedded database stops.`,
    remedy: "Free or add disk space.",
  };
}

/** Allows an attempt that is running as long as the interval between two backups. */
export function backupProblem({ address, everyHours, last, runningSince, failure }: BackupState): Problem | null {
  const intervalMs = everyHours * HOUR_MS;
  const isRunning = runningSince !== null && Date.now() - runningSince.getTime() < intervalMs;
  const isOverdue = last ? Date.now() - last.at.getTime() > 2 * intervalMs : runningSince !== null;
  if (address === null || !(failure || (isOverdue && !isRunning))) return null;
  const made = last
    ? `The last backup in ${address} was made ${formatRelative(last.at.toISOString())}.`
    : `No backup has been made in ${address} yet.`;
  return {
    key: "backups",
    title: failure ? "backups fail" : "backups are overdue",
    text: failure ? `${made} The latest attempt failed: ${failure.message.replace(/\.$/, "")}.` : made,
    remedy: "The Settings page shows the state of the backups, and the log what they wait for.",
  };
}

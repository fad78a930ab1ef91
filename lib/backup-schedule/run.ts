import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { recordUnstartedAttempt } from "@/lib/backup-schedule/attempts";
import { findDueSlot } from "@/lib/backup-schedule/queries";
import { identifyDatabase } from "@/lib/backup-schedule/retention";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { repeat } from "@/lib/repeat";
import { within } from "@/lib/within";

/** Tests change it. */
export const CHILD = { file: path.resolve("dist/server/backup-child.mjs"), pollMs: 20_000 };
/** Time for the process to remove what it has begun to write. */
const STOP_TIMEOUT_MS = 6_000;
/** Consecutive polls at which a backup may be due although its process is running. */
const MAX_DUE_POLLS = 3;

/**
 * Starts a process for each backup that is due, until the signal. The process returns its memory when it ends, doesn't
 * share the event loop with the drain, and keeps a hanging file system from blocking anything else (decision 0200).
 */
export async function runScheduledBackups(stopping: AbortSignal): Promise<void> {
  const { BACKUP_TO } = env();
  if (!BACKUP_TO) return;
  await repeat({ signal: stopping, pauseMs: CHILD.pollMs, failure: "looking for due backups failed" }, async () => {
    if (await findDueSlot(pool(), BACKUP_TO)) await runChild(BACKUP_TO, stopping);
    return false;
  });
}

/** Secrets that backups don't need (decision 0122). */
const NOT_NEEDED = /^(?:AUTH|SMTP)_/;

async function runChild(address: string, stopping: AbortSignal): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: what the SDK reads has many names
  const kept = Object.entries(process.env).filter(([name]) => !NOT_NEEDED.test(name));
  const child = fork(CHILD.file, {
    env: { NODE_ENV: env().NODE_ENV, ...Object.fromEntries(kept) },
    execArgv: ["--max-semi-space-size=4"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const stop = () => void stopChild(child, ended);
  stopping.addEventListener("abort", stop, { once: true });
  const watch = setInterval(killIfFrozen(child, address), CHILD.pollMs);
  try {
    // May also be the reason why it can't be started, such as too many processes.
    const [code, signal] = await ended.catch(({ code }: NodeJS.ErrnoException) => [code, null]);
    if (code === 0 || stopping.aborted) return;
    log.error({ code, signal }, "backup process died");
    const slot = await findDueSlot(pool(), address);
    if (slot) await recordUnstartedAttempt(pool(), { address, slot, database: await identifyDatabase(pool()) });
  } finally {
    clearInterval(watch);
    stopping.removeEventListener("abort", stop);
  }
}

/** Kills a process whose attempt sends no heartbeat or ended long ago, since it would block the next one. */
function killIfFrozen(child: ChildProcess, address: string): () => Promise<void> {
  let duePolls = 0;
  return async () => {
    const isDue = (await findDueSlot(pool(), address).catch(() => null)) !== null;
    duePolls = isDue ? duePolls + 1 : 0;
    if (duePolls === MAX_DUE_POLLS) child.kill("SIGKILL");
  };
}

async function stopChild(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.connected) child.disconnect();
  if ((await within(STOP_TIMEOUT_MS, ended, "late")) === "late") child.kill("SIGKILL");
}

import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { log } from "@/lib/log";
import { makeFolder } from "@/lib/make-folder";

/** The roles that a front depends on but cannot query. */
export const WATCHED_ROLES = ["app", "worker"] as const;
export type WatchedRole = (typeof WATCHED_ROLES)[number];

/**
 * `absent`: the role does not run on this data folder. `unknown`: no heartbeat could be written, such as on a disk that
 * has become read-only.
 */
export type RoleState = "up" | "down" | "absent" | "unknown";

const BEAT_MS = 1_000;
/** A role whose event loop has been blocked for this long is dead, frozen or in an infinite loop. */
const DOWN_AFTER_MS = 5_000;

/**
 * Touches the role's file every second from the event loop, so that a hanging process stops doing so.
 *
 * @returns a function that stops the heartbeat and removes the file, for an intentional stop
 */
export function startHeartbeat(dataDir: string, role: WatchedRole): () => void {
  const beat = () => whereWritable(() => touch(fileOf(dataDir, role), new Date()));
  beat();
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    forgetHeartbeat(dataDir, role);
  };
}

/** Marks a role as expected on this data folder. It counts as down until its first heartbeat. */
export function expectHeartbeat(dataDir: string, role: WatchedRole): void {
  whereWritable(() => touch(fileOf(dataDir, role), new Date(0)));
}

/** Reverts `expectHeartbeat`. */
export function forgetHeartbeat(dataDir: string, role: WatchedRole): void {
  whereWritable(() => rmSync(fileOf(dataDir, role), { force: true }));
}

export function readRoleState(dataDir: string, role: WatchedRole): RoleState {
  const file = fileOf(dataDir, role);
  try {
    const last = statSync(file);
    // May be in the future if the clock was set back; the next heartbeat is at most a second away.
    if (Math.abs(Date.now() - last.mtimeMs) <= DOWN_AFTER_MS) return "up";
    // Could it have been touched? This changes nothing.
    utimesSync(file, last.atime, last.mtime);
    return "down";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return "absent";
    // The role runs as another user.
    return code === "EPERM" ? "down" : "unknown";
  }
}

/** A disk that can't be written must not stop a process. The role's state is then unknown. */
function whereWritable(change: () => void): void {
  try {
    change();
  } catch (error) {
    log.debug({ err: error }, "writing the heartbeat failed");
  }
}

function touch(file: string, at: Date): void {
  try {
    utimesSync(file, at, at);
  } catch {
    makeFolder(path.dirname(file), 0o711);
    writeFileSync(file, "", { mode: 0o600 });
    utimesSync(file, at, at);
  }
}

function fileOf(dataDir: string, role: WatchedRole): string {
  return path.join(dataDir, `${role}.heartbeat`);
}

import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { log } from "@/lib/log";
import { makeFolder } from "@/lib/make-folder";

/** The roles that a front depends on and cannot ask itself. */
export const WATCHED_ROLES = ["app", "worker"] as const;
export type WatchedRole = (typeof WATCHED_ROLES)[number];

/** `absent`: this role does not run on this data folder. */
export type RoleState = "up" | "down" | "absent";

const BEAT_MS = 1_000;
/** A role whose event loop has not turned for this long is dead, frozen or in an endless loop. */
const DOWN_AFTER_MS = 5_000;

/**
 * Touches the role's file each second. Its event loop does it, so a process that hangs stops doing it.
 *
 * @returns a function that stops, and removes the file: the role was stopped on purpose
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

/** Says that a role is to run on this data folder: until its first heartbeat it counts as down. */
export function expectHeartbeat(dataDir: string, role: WatchedRole): void {
  whereWritable(() => touch(fileOf(dataDir, role), new Date(0)));
}

/** Withdraws the above. */
export function forgetHeartbeat(dataDir: string, role: WatchedRole): void {
  whereWritable(() => rmSync(fileOf(dataDir, role), { force: true }));
}

export function readRoleState(dataDir: string, role: WatchedRole, now = Date.now()): RoleState {
  try {
    const beatAt = statSync(fileOf(dataDir, role), { throwIfNoEntry: false })?.mtimeMs;
    if (beatAt === undefined) return "absent";
    return now - beatAt <= DOWN_AFTER_MS ? "up" : "down";
  } catch {
    return "down";
  }
}

/** No process may end, or leave others running, because its disk is full: the role then shows as down. */
function whereWritable(change: () => void): void {
  try {
    change();
  } catch (error) {
    log.debug({ err: error }, "heartbeat not written");
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

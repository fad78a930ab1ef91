import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Whether the process is running, whoever owns it. Zombies do not count. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !DEAD_STATES.has(statFields(pid)?.[0] ?? "");
}

/** proc(5): zombie, dead. */
const DEAD_STATES = new Set(["Z", "X"]);

/** The fields of /proc/PID/stat from the third (the state) on; undefined without procfs. */
function statFields(pid: number): string[] | undefined {
  // The second field, the name in parentheses, may contain spaces.
  return readOr(undefined, () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" "));
}

/**
 * Identifies a process beyond its pid, since pids are reused, in containers quickly: the boot id and the start time
 * in clock ticks since boot (proc(5)).
 *
 * @returns undefined without procfs or if there is no such process
 */
export function processMark(pid: number): string | undefined {
  const boot = readOr(undefined, () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  // Field 22 of the whole line.
  const startedAt = statFields(pid)?.[19];
  return boot && startedAt && `${boot}/${startedAt}`;
}

/** The working directory of a process; undefined if unknown. */
export function processFolder(pid: number): string | undefined {
  return readOr(undefined, () => readlinkSync(`/proc/${pid}/cwd`));
}

/** The program and its arguments; empty if unknown. */
export function processArguments(pid: number): string[] {
  return readOr([], () => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0"));
}

/** Pids of running instances of a program whose working directory is `folder`; empty without procfs. */
export function processesIn(folder: string, program: string): number[] {
  const pids = readOr([], () => readdirSync("/proc").filter((name) => /^\d+$/.test(name))).map(Number);
  return pids.filter((pid) => processFolder(pid) === folder && programOf(pid) === program && isProcessAlive(pid));
}

function programOf(pid: number): string | undefined {
  return readOr(undefined, () => readFileSync(`/proc/${pid}/comm`, "utf8").trim());
}

function readOr<T, F>(otherwise: F, read: () => T): T | F {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

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
  try {
    // The second field, the name in parentheses, may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
  } catch {
    return undefined;
  }
}

/**
 * Identifies a process beyond its pid, since pids are reused, in containers quickly: the boot id and the start time
 * in clock ticks since boot (proc(5)).
 *
 * @returns undefined without procfs or if there is no such process
 */
export function processMark(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // Field 22 of the whole line.
    const startedAt = statFields(pid)?.[19];
    return startedAt && `${boot}/${startedAt}`;
  } catch {
    return undefined;
  }
}

/** The working directory of a process; undefined if unknown. */
export function processFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** The program and its arguments; empty if unknown. */
export function processArguments(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Pids of running instances of a program whose working directory is `folder`; empty without procfs. */
export function processesIn(folder: string, program: string): number[] {
  const pids = readProcessNumbers();
  return pids.filter((pid) => processFolder(pid) === folder && isProgram(pid, program) && isProcessAlive(pid));
}

function readProcessNumbers(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function isProgram(pid: number, program: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === program;
  } catch {
    return false;
  }
}

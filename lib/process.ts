import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Whether a process of this number runs, be it somebody else's. One that has ended and waits for its parent does not. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !ENDED_STATES.has(statFields(pid)?.[0] ?? "");
}

/** proc(5): zombie, dead. */
const ENDED_STATES = new Set(["Z", "X"]);

/** The fields of /proc/PID/stat from the third, the state; undefined where the system does not say. */
function statFields(pid: number): string[] | undefined {
  try {
    // The name, in parentheses, may hold anything.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
  } catch {
    return undefined;
  }
}

/**
 * What tells a process from an earlier one of the same number (numbers come again, and in a container
 * soon): when it began, in ticks since the start of the machine, and which start that was (proc(5)).
 *
 * @returns undefined where the system does not say: elsewhere than on Linux, or no such process
 */
export function processMark(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // Field 22 of all.
    const startedAt = statFields(pid)?.[19];
    return startedAt && `${boot}/${startedAt}`;
  } catch {
    return undefined;
  }
}

/** The folder that a process works in; undefined where the system does not say. */
export function processFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Processes of a program that work in a folder; none where the system does not say. */
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

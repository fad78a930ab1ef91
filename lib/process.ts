import { readFileSync, readlinkSync } from "node:fs";

/** Whether a process of this number lives, be it somebody else's. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
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
    // The name, in parentheses, may hold anything; the 22nd field is the 20th behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
    return fields?.[19] && `${boot}/${fields[19]}`;
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

import { readFileSync } from "node:fs";
import { log } from "@/lib/log";

/** For some thousand visitors' connections, besides those to the app and the database. */
const MIN_OPEN_FILES = 4_096;

/**
 * Why a process may have too few files: at its limit it closes new connections, and logs nothing. Null if it has
 * enough, or where there is no procfs.
 *
 * @param pid a running Hop; by default, this process
 */
export function openFilesProblem(pid: number | "self" = "self"): { what: string; remedy: string } | null {
  const limit = readLimit(pid);
  if (limit >= MIN_OPEN_FILES) return null;
  return {
    what: `the limit on open files is ${limit.toLocaleString("en-US")}; Hop closes connections beyond it`,
    remedy: 'raise the limit, with "ulimit -n 65536" or LimitNOFILE= of the systemd unit',
  };
}

/** Logs a warning at the start. */
export function warnOfOpenFiles(): void {
  const found = openFilesProblem();
  if (found) log.warn(`${found.what}: ${found.remedy}`);
}

/** The hard limit, up to which Node raises its own. Infinity if there is none, or it is unknown. */
function readLimit(pid: number | "self"): number {
  try {
    const [, hard = ""] = /^Max open files +\S+ +(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8")) ?? [];
    return hard === "" ? Number.POSITIVE_INFINITY : Number(hard);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

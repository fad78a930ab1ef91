import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "@/bench/harness/clean-up";
import { isProcessAlive } from "@/lib/process";

type ProcessInfo = { pid: number; parent: number; command: string };

const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 5;

/** Starts a process that does not outlive this one. */
export function start(command: string, args: string[], options: SpawnOptions = {}): Started {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-20_000);
      if (process.env.LOG_LEVEL) process.stderr.write(chunk);
    });
  }
  child.on("error", (error) => {
    output += error.message;
  });
  return own(child, () => output);
}

export type Started = {
  pid: number;
  output: () => string;
  hasEnded: () => boolean;
  /** Null while it runs, and after a signal. */
  exitCode: () => number | null;
  /** Sends SIGTERM, and SIGKILL to what is left after a while. Returns the milliseconds it took. */
  stop: () => Promise<number>;
  /** Sends SIGKILL to it and all its descendants. */
  killAll: () => Promise<void>;
};

/** Manages a process that was started elsewhere. */
export function own(child: ChildProcess, output: () => string): Started {
  const pid = child.pid ?? 0;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const killAll = async () => {
    if (hasEnded()) return;
    const pids = withDescendants(pid);
    for (const one of pids) signal(one, "SIGKILL");
    // Until then they may hold a port.
    await until(() => hasEnded() && !pids.some(isProcessAlive), STOP_TIMEOUT_MS);
  };
  atEnd(killAll);
  return {
    pid,
    output,
    hasEnded,
    exitCode: () => child.exitCode,
    killAll,
    stop: async () => {
      const began = performance.now();
      signal(pid, "SIGTERM");
      await until(hasEnded, STOP_TIMEOUT_MS);
      const took = performance.now() - began;
      await killAll();
      return took;
    },
  };
}

/** @returns whether there was such a process */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  if (pid <= 0) return false;
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Its id and those of all its descendants. */
export function withDescendants(pid: number): number[] {
  return [pid, ...descendantsOf(pid).map((one) => one.pid)];
}

export function descendantsOf(pid: number): ProcessInfo[] {
  const all = listProcesses();
  const found: ProcessInfo[] = [];
  const parents = new Set([pid]);
  for (let isGrowing = true; isGrowing; ) {
    const children = all.filter((one) => parents.has(one.parent) && !parents.has(one.pid));
    for (const child of children) parents.add(child.pid);
    found.push(...children);
    isGrowing = children.length > 0;
  }
  return found;
}

function listProcesses(): ProcessInfo[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), parent: Number(match[2]), command: match[3] ?? "" }] : [];
  });
}

type Memory = { residentBytes: number; proportionalBytes: number };

/** Memory of a process; shared pages count in full, or proportionally. */
export function memoryOf(pid: number): Memory {
  const resident = kilobytes(`/proc/${pid}/status`, "VmRSS");
  return { residentBytes: resident, proportionalBytes: kilobytes(`/proc/${pid}/smaps_rollup`, "Pss") || resident };
}

function kilobytes(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(file, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Whether work succeeds, as a condition for `until`. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Polls until the condition holds; false on timeout. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
  pollMs = POLL_MS,
): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

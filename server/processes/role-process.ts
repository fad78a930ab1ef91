import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isOutputJson } from "@/lib/env";
import { log } from "@/lib/log";
import { forwardOutput } from "@/server/processes/process-output";
import { environmentOf } from "@/server/processes/role-environment";

export type RoleName = "front" | "worker" | "app";

/** The program of a generation of processes: a build and its configuration. */
export type Program = {
  /** The folder that contains dist/server; the working directory of its processes. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** Number of front processes. */
  webConcurrency: number;
  version: string;
};

const STOP_TIMEOUT_MS = 8_000;
/** After a role's exit, its last lines have this long to arrive. */
const LAST_LINES_MS = 500;
/** Niceness from 0, the default, to 19 (nice(2)). */
const NICENESS: Record<RoleName, number> = { front: 0, app: 5, worker: 10 };
/** Node's options for each role: less memory at the same speed (docs/performance.md, A10). */
export const NODE_FLAGS: Record<RoleName, string[]> = {
  front: [],
  app: ["--max-semi-space-size=4"],
  // It rarely queries through Prisma, whose WebAssembly takes 70 MB to optimize.
  worker: ["--liftoff-only", "--max-semi-space-size=8"],
};

/** Makes glibc return freed memory to the system instead of raising these thresholds dynamically (mallopt(3)). */
const FREE_MEMORY = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/** How to start a process of a role, for fork and for node:cluster. */
export function roleSettings(name: RoleName, { folder, environment }: Pick<Program, "folder" | "environment">) {
  return {
    file: path.join(folder, "dist/server", `${name}.mjs`),
    cwd: folder,
    env: { ...environmentOf(name, environment), ...(name !== "front" && FREE_MEMORY) },
    execArgv: [...process.execArgv, ...NODE_FLAGS[name]],
    stdio: [
      "inherit" as const,
      // Next prints how long it took to read its configuration.
      name === "app" && environment.NODE_ENV === "production" ? ("ignore" as const) : ("inherit" as const),
      isOutputJson() ? ("pipe" as const) : ("inherit" as const),
      "ipc" as const,
    ],
  };
}

export function forkRole(name: "app" | "worker", program: Program): ChildProcess {
  const { file, ...options } = roleSettings(name, program);
  const child = fork(file, options);
  if (child.stderr) forwardOutput(child.stderr, name);
  lowerRolePriority(name, child.pid);
  return child;
}

/** Sets a role's priority: on busy cores, redirects come before pages, and pages before the drain. */
export function lowerRolePriority(name: RoleName, pid: number | undefined): void {
  if (pid === undefined || NICENESS[name] === 0) return;
  try {
    setPriority(pid, NICENESS[name]);
  } catch (error) {
    log.debug({ err: error, name }, "priority not set");
  }
}

/**
 * Stops a role gracefully, and kills it after a while.
 *
 * @param ask makes it stop; by default SIGTERM, since a starting cluster process would consume a message before the role
 *   listens
 */
export async function stopRole(
  child: ChildProcess | undefined,
  timeoutMs = STOP_TIMEOUT_MS,
  ask = (running: ChildProcess): unknown => running.kill("SIGTERM"),
): Promise<void> {
  if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const read = child.stderr && once(child.stderr, "close");
  ask(child);
  const kill = setTimeout(() => {
    log.warn({ pid: child.pid, seconds: timeoutMs / 1_000 }, "process did not stop in time; killed");
    child.kill("SIGKILL");
  }, timeoutMs);
  await exited;
  clearTimeout(kill);
  // Waits for the role's last lines. A child of the role may still hold the pipe.
  if (read) await Promise.race([read, sleep(LAST_LINES_MS)]);
}

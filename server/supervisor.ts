import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { printBanner } from "@/server/banner";
import { untilEnd } from "@/server/ending";
import { expectHeartbeat, forgetHeartbeat, WATCHED_ROLES } from "@/server/heartbeat";
import { type Ended, onceEnded } from "@/server/once-ended";
import type { Prepared } from "@/server/prepare";
import { nextRestart } from "@/server/restart";
import { type RoleMessage, STOP_MESSAGE, StartError } from "@/server/role";
import { environmentOf } from "@/server/role-environment";

/** In the order of their start; they are stopped so that each outlives those that need it. */
const START_ORDER = ["front", "worker", "app"] as const;
const STOP_ORDER = ["front", "app", "worker"] as const;
type RoleName = (typeof START_ORDER)[number];

const STOP_TIMEOUT_MS = 8_000;
/** 0 is the usual; 19 the least (nice(2)). */
const NICENESS: Record<RoleName, number> = { front: 0, app: 5, worker: 10 };
/** What pages leave behind is collected from 4 MB at a time instead of 16: as fast, in 16 MB less (decision 0101). */
const NODE_FLAGS: Record<RoleName, string[]> = { front: [], app: ["--max-semi-space-size=4"], worker: [] };

type Role = { child: ChildProcess; startedAt: number; restarts: number };

/**
 * Runs the three roles until they are to end, and restarts one that dies; then ends them in order,
 * and this process with them.
 *
 * @throws StartError when a role says at its first start that it cannot
 */
export async function supervise(
  { variables, postgres, stop: stopPrepared }: Prepared,
  ending: AbortSignal,
): Promise<void> {
  const dataDir = variables.DATA_DIR ?? env().DATA_DIR;
  const roles = new Map<RoleName, Role>();
  const ready = new Map<RoleName, RoleMessage & { type: "ready" }>();
  const renewed = new Set<RoleName>();
  /** Finishing their last requests after an uncaught error, already replaced. */
  const failing = new Set<ChildProcess>();
  let isStopping = false;
  let onFailure: (failure: Error) => void = () => undefined;
  const failed = new Promise<Error>((resolve) => {
    onFailure = resolve;
  });

  function start(name: RoleName, restarts = 0): void {
    const child = fork(roleFile(name), {
      env: environmentOf(name, { ...process.env, ...variables }),
      execArgv: [...process.execArgv, ...NODE_FLAGS[name]],
      stdio: "inherit",
    });
    yieldToVisitors(name, child.pid);
    roles.set(name, { child, startedAt: Date.now(), restarts });
    child.on("message", (message) => onMessage(name, child, message as RoleMessage));
    onceEnded(child, (status) => void onExit(name, child, status));
  }

  function onMessage(name: RoleName, child: ChildProcess, message: RoleMessage): void {
    if (message.type === "failing") {
      failing.add(child);
      void replace(name, child, { isFailing: true });
      return;
    }
    if (message.type === "fatal") {
      // Only the first start can be the operator's mistake; later the role is tried again.
      if (!ready.has(name)) onFailure(new StartError(message.message));
      return;
    }
    const isFirst = ready.size < START_ORDER.length;
    ready.set(name, message);
    if (!isFirst || ready.size < START_ORDER.length) return;
    printBanner(env(), { signInLink: ready.get("worker")?.signInLink, postgres, nodeVersion: process.versions.node });
  }

  async function onExit(name: RoleName, child: ChildProcess, status: Ended): Promise<void> {
    failing.delete(child);
    if (!isStopping && renewed.delete(name)) start(name);
    else await replace(name, child, status);
  }

  /** Starts a role again, after a pause that grows with each restart, unless it was replaced before. */
  async function replace(name: RoleName, child: ChildProcess, reason: object): Promise<void> {
    const role = roles.get(name);
    if (isStopping || role?.child !== child) return;
    roles.delete(name);
    const { restarts, pauseMs } = nextRestart(role.restarts, Date.now() - role.startedAt);
    log.error({ name, ...reason, restartInMs: pauseMs }, "role stopped unexpectedly");
    await sleep(pauseMs);
    if (!isStopping) start(name, restarts);
  }

  /** Under `npm run dev`: the app reloads by itself, the others start again with their new bundle. */
  function renew(): void {
    for (const name of ["front", "worker"] as const) {
      renewed.add(name);
      const child = roles.get(name)?.child;
      if (child?.connected) child.send(STOP_MESSAGE);
    }
  }

  for (const role of WATCHED_ROLES) expectHeartbeat(dataDir, role);
  if (!ending.aborted) for (const name of START_ORDER) start(name);
  process.on("hop:rebuilt", renew);
  const failure = await untilEnd(ending, () => failed);
  isStopping = true;
  for (const name of STOP_ORDER) await stopRole(roles.get(name)?.child);
  await Promise.all([...failing].map(stopRole));
  for (const role of WATCHED_ROLES) forgetHeartbeat(dataDir, role);
  await stopPrepared();
  if (failure) throw failure;
  process.exit(0);
}

/** Where the cores are busy, a visitor's redirect goes before a page, and a page before the drain. */
function yieldToVisitors(name: RoleName, pid: number | undefined): void {
  if (pid === undefined || NICENESS[name] === 0) return;
  try {
    setPriority(pid, NICENESS[name]);
  } catch (error) {
    log.debug({ err: error, name }, "priority not set");
  }
}

function roleFile(name: RoleName): string {
  return path.join(path.dirname(fileURLToPath(import.meta.url)), `${name}.mjs`);
}

async function stopRole(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  if (child.connected) child.send(STOP_MESSAGE);
  else child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(kill);
}

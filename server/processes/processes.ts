import type { ChildProcess } from "node:child_process";
import { log } from "@/lib/log";
import { createRoleProcesses } from "@/server/metrics/role-processes";
import { killWhenHung } from "@/server/processes/kill-hung";
import { createRestarter } from "@/server/processes/restart";
import { DRAIN_MESSAGE, type RoleMessage } from "@/server/processes/role";
import { type RoleName, stopRole } from "@/server/processes/role-process";

/**
 * Longer than a front waits for its visitors (front-process.ts). A front that takes longer hangs, or has not received
 * the message.
 */
const DRAIN_TIMEOUT_MS = 45_000;

/** What becomes of processes. */
export type Report = {
  /** Called once, when all processes, including replacements, have become ready. */
  onReady: (message: Extract<RoleMessage, { type: "ready" }>) => void;
  onFatal: (message: string) => void;
  /** @returns whether it is replaced */
  onDeath?: (reason: object) => boolean;
};

type Options = Report & {
  name: RoleName;
  /** What a process is called in the log. */
  what: string;
  count: number;
  fork: () => ChildProcess;
  /** A process that does not answer in time counts as down. */
  metricsTimeoutMs: number;
  stopTimeoutMs?: number;
  /** For tests. */
  pingMs?: number;
};

export type Processes = ReturnType<typeof startProcesses>;

/** Starts the processes of a role, and replaces those that die or hang. */
export function startProcesses(options: Options) {
  const { name, what, count, fork, metricsTimeoutMs, stopTimeoutMs, onReady, onFatal, onDeath = () => true } = options;
  const numbered = createRoleProcesses(count, metricsTimeoutMs);
  /** Processes that have not died or failed, with their start time. */
  const serving = new Map<ChildProcess, number>();
  /** All processes, including replaced ones that are finishing their last requests. */
  const running = new Set<ChildProcess>();
  /** Processes that listen to messages. */
  const ready = new Set<ChildProcess>();
  const restarter = createRestarter(what, start);
  let left = count;
  let isOver = false;

  function start(): void {
    const child = fork();
    serving.set(child, performance.now());
    running.add(child);
    numbered.add(child);
    killWhenHung(child, name, options.pingMs);
    child.on("message", (message: RoleMessage) => {
      if (message.type === "failing") replace(child, { isFailing: true });
      if (message.type === "fatal") onFatal(message.message);
      if (message.type !== "ready") return;
      ready.add(child);
      if (--left === 0) onReady(message);
    });
    onceEnded(child, (status) => {
      running.delete(child);
      replace(child, { pid: child.pid, ...status });
    });
  }

  /** Replaces a process, unless it was replaced already: a failing process is replaced before it exits. */
  function replace(child: ChildProcess, reason: object): void {
    const startedAt = serving.get(child);
    if (startedAt === undefined) return;
    forget(child);
    if (!isOver && onDeath(reason)) void restarter.onDeath(startedAt, { name, ...reason });
  }

  function forget(child: ChildProcess): void {
    serving.delete(child);
    numbered.remove(child);
  }

  const end = async (work: (child: ChildProcess) => Promise<void>) => {
    isOver = true;
    restarter.stop();
    await Promise.all([...running].map(work));
  };
  const stop = (child: ChildProcess) => stopRole(child, stopTimeoutMs);

  for (let i = 0; i < count; i++) start();
  return {
    samples: numbered.samples,
    serving: () => [...serving.keys()],
    /** Makes fronts stop accepting connections; resolves when the last one has answered its visitors and exited. */
    drain: () => end((child) => (ready.has(child) ? drain(child) : stop(child))),
    stop: () => end(stop),
    /** Restarts each process, for `npm run dev`. */
    async renew(): Promise<void> {
      for (const child of [...serving.keys()]) {
        forget(child);
        await stopRole(child);
        if (!isOver) start();
      }
    },
  };
}

function drain(child: ChildProcess): Promise<void> {
  return stopRole(child, DRAIN_TIMEOUT_MS, () => {
    if (child.connected) child.send(DRAIN_MESSAGE);
    else child.kill("SIGTERM");
  });
}

/** How a process ended. `err` is set if it could not be started, for example because no more processes are allowed. */
export type Ended = { code: number | null; signal: string | null; err?: Error };

/** Calls back once when a process has ended, or could not be started, for which Node emits no `exit`. */
export function onceEnded(child: ChildProcess, onEnded: (status: Ended) => void): void {
  child.once("exit", (code, signal) => onEnded({ code, signal }));
  child.on("error", (error) => {
    if (child.pid === undefined) onEnded({ code: null, signal: null, err: error });
    // Happens for a message to a process that has just died; its exit follows.
    else log.debug({ err: error, pid: child.pid }, "process not reached");
  });
}

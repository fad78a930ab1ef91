import cluster, { type Worker } from "node:cluster";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createFrontProcesses } from "@/server/metrics/front-processes";
import { processSamples } from "@/server/metrics/process-samples";
import { label, mainProcessOf, type Sample } from "@/server/metrics/sample";
import { onceEnded } from "@/server/once-ended";
import { forwardOutput } from "@/server/process-output";
import { createRestarter } from "@/server/restart";
import { DRAIN_MESSAGE, type RoleMessage, StartError, type Started } from "@/server/role";
import { type Program, roleSettings, stopRole } from "@/server/role-process";
import { askForCodes, warmUp } from "@/server/succession";

/** Shorter than the supervisor's timeout for a front that runs alone. */
const STOP_TIMEOUT_MS = 7_000;
/**
 * Longer than a front waits for its visitors (front-process.ts). A front that takes longer hangs, or has not received
 * the message.
 */
const DRAIN_TIMEOUT_MS = 45_000;

export type Fronts = {
  samples(): Promise<Sample[]>;
  /** Codes of links that the fronts have in memory. */
  codes(): Promise<string[]>;
  /** Makes each front look up codes. */
  warmUp(codes: readonly string[]): Promise<void>;
  /** Makes the fronts stop accepting connections; resolves when the last one has answered its visitors and exited. */
  drain(): Promise<void>;
  /** Restarts each front. */
  renew(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  count: number;
  /** This program with its environment by default. */
  program?: Program;
  /** Called once, when `count` processes, including replacements, have become ready. */
  onReady: () => void;
  onFatal: (message: string) => void;
  /** @returns whether it is replaced */
  onDeath?: (reason: object) => boolean;
};

/**
 * Starts front processes on one port (node:cluster), and replaces those that die. All processes started by this one
 * share the listening socket, so new ones can take over from old ones under load.
 */
export function startFronts({ count, program, onReady, onFatal, onDeath = () => true }: Options): Fronts {
  // Each process accepts its own connections. One handed over by the primary to a process that just died would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const processes = createFrontProcesses(count);
  /** Processes that have not died or failed, with their start time. */
  const serving = new Map<Worker, number>();
  /** All processes, including replaced ones that are finishing their last requests. */
  const running = new Set<Worker>();
  /** Processes that listen to messages. */
  const ready = new Set<Worker>();
  const restarter = createRestarter(program ? "role" : "front process", start);
  let left = count;
  let isOver = false;

  function start(): void {
    const worker = forkFront(program);
    serving.set(worker, Date.now());
    running.add(worker);
    processes.add(worker);
    worker.on("message", (message: RoleMessage) => {
      if (message.type === "failing") replace(worker, { isFailing: true });
      if (message.type === "fatal") onFatal(message.message);
      if (message.type !== "ready") return;
      ready.add(worker);
      if (--left === 0) onReady();
    });
    onceEnded(worker.process, (status) => {
      running.delete(worker);
      replace(worker, { pid: worker.process.pid, ...status });
    });
  }

  /** Replaces a process, unless it was replaced already: a failing process is replaced before it exits. */
  function replace(worker: Worker, reason: object): void {
    const startedAt = serving.get(worker);
    if (startedAt === undefined) return;
    serving.delete(worker);
    processes.remove(worker);
    if (!isOver && onDeath(reason)) void restarter.onDeath(startedAt, { name: "front", ...reason });
  }

  const end = (work: (worker: Worker) => Promise<void>) => {
    isOver = true;
    restarter.stop();
    return Promise.all([...running].map(work)).then(() => undefined);
  };

  for (let i = 0; i < count; i++) start();
  return {
    samples: processes.samples,
    async codes() {
      const all = await Promise.all([...serving.keys()].map((worker) => askForCodes(worker.process)));
      return [...new Set(all.flat())];
    },
    async warmUp(codes) {
      await Promise.all([...serving.keys()].map((worker) => warmUp(worker.process, codes)));
    },
    drain: () => end((worker) => (ready.has(worker) ? drainFront(worker) : stopRole(worker.process, STOP_TIMEOUT_MS))),
    stop: () => end((worker) => stopRole(worker.process, STOP_TIMEOUT_MS)),
    async renew() {
      for (const worker of [...serving.keys()]) {
        serving.delete(worker);
        processes.remove(worker);
        await stopRole(worker.process);
        if (!isOver) start();
      }
    },
  };
}

function forkFront(program: Program | undefined): Worker {
  const settings = program && roleSettings("front", program);
  if (settings) cluster.setupPrimary({ ...settings, exec: settings.file, args: [] });
  const worker = cluster.fork(settings && withoutOthers(settings.env));
  if (settings && worker.process.stderr) forwardOutput(worker.process.stderr, "front");
  // Happens for a message to a process that has just died; its exit follows.
  worker.on("error", (error) => log.debug({ err: error }, "front process not reached"));
  return worker;
}

/** node:cluster adds the environment of this process, which has secrets, unless a value is undefined. */
function withoutOthers(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const unset = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
  return { ...unset, ...environment };
}

function drainFront(worker: Worker): Promise<void> {
  return stopRole(worker.process, DRAIN_TIMEOUT_MS, (running) =>
    worker.isConnected() ? worker.send(DRAIN_MESSAGE) : running.kill("SIGTERM"),
  );
}

/** WEB_CONCURRENCY front processes, for a front that runs without the other roles. */
export async function startFrontCluster(): Promise<Started> {
  const { WEB_CONCURRENCY: count } = env();
  const fronts = await new Promise<Fronts>((resolve, reject) => {
    const started: Fronts = startFronts({
      count,
      onReady: () => resolve(started),
      onFatal: (message) => reject(new StartError(message)),
    });
  });
  const process = mainProcessOf("front", count);
  return {
    samples: async () => [...label(processSamples(), { process }), ...(await fronts.samples())],
    stop: fronts.stop,
  };
}

import type { ChildProcess } from "node:child_process";
import cluster from "node:cluster";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processSamples } from "@/server/metrics/process-samples";
import { label, mainProcessOf } from "@/server/metrics/sample";
import { forwardOutput } from "@/server/processes/process-output";
import { type Processes, type Report, startProcesses } from "@/server/processes/processes";
import type { Started } from "@/server/processes/role";
import { type Program, roleSettings } from "@/server/processes/role-process";
import { StartError } from "@/server/processes/start-error";
import { askForCodes, warmUp } from "@/server/processes/succession";

/** Shorter than the supervisor's timeout for a front that runs alone. */
const STOP_TIMEOUT_MS = 7_000;
/** Shorter than the supervisor's, so that one hanging process does not make the whole front appear to hang. */
const METRICS_TIMEOUT_MS = 700;

export type Fronts = Processes & {
  /** Codes of links that the fronts have in memory. */
  codes(): Promise<string[]>;
  /** Makes each front look up codes. */
  warmUp(codes: readonly string[]): Promise<void>;
};

/** `program` is this program with its environment by default. */
type Options = Report & { count: number; program?: Program };

/**
 * Starts front processes on one port (node:cluster), and replaces those that die. All processes started by this one
 * share the listening socket, so new ones can take over from old ones under load.
 */
export function startFronts({ count, program, ...report }: Options): Fronts {
  // Each process accepts its own connections. One handed over by the primary to a process that just died would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const processes = startProcesses({
    name: "front",
    what: program ? "role" : "front process",
    count,
    fork: () => forkFront(program),
    metricsTimeoutMs: METRICS_TIMEOUT_MS,
    stopTimeoutMs: STOP_TIMEOUT_MS,
    ...report,
  });
  return {
    ...processes,
    async codes() {
      const all = await Promise.all(processes.serving().map(askForCodes));
      return [...new Set(all.flat())];
    },
    async warmUp(codes) {
      await Promise.all(processes.serving().map((front) => warmUp(front, codes)));
    },
  };
}

function forkFront(program: Program | undefined): ChildProcess {
  const settings = program && roleSettings("front", program);
  if (settings) cluster.setupPrimary({ ...settings, exec: settings.file, args: [] });
  const worker = cluster.fork(settings && withoutOthers(settings.env));
  if (settings && worker.process.stderr) forwardOutput(worker.process.stderr, "front");
  // Happens for a message to a process that has just died; its exit follows.
  worker.on("error", (error) => log.debug({ err: error }, "front process not reached"));
  return worker.process;
}

/** node:cluster adds the environment of this process, which has secrets, unless a value is undefined. */
function withoutOthers(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const unset = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
  return { ...unset, ...environment };
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

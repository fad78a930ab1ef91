import cluster, { type Worker } from "node:cluster";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createFrontProcesses } from "@/server/metrics/front-processes";
import { processSamples } from "@/server/metrics/process-samples";
import { label, mainProcessOf } from "@/server/metrics/sample";
import { createRestarter } from "@/server/restart";
import { type RoleMessage, STOP_MESSAGE, StartError, type Started } from "@/server/role";

const STOP_TIMEOUT_MS = 7_000;

/** WEB_CONCURRENCY front processes on one port (node:cluster). Processes that die are replaced. */
export async function startFrontCluster(): Promise<Started> {
  // Each process accepts its own connections. One handed over by the primary to a process that just died would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const { WEB_CONCURRENCY } = env();
  const processes = createFrontProcesses(WEB_CONCURRENCY);
  const startedAt = new Map<number, number>();
  const restarter = createRestarter("front process", () => cluster.fork());
  cluster.on("fork", (worker) => {
    startedAt.set(worker.id, Date.now());
    processes.add(worker);
    // A message to a process that has just died; its exit follows.
    worker.on("error", (error) => log.debug({ err: error }, "front process not reached"));
  });
  const replace = (worker: Worker, reason: object) => {
    const started = startedAt.get(worker.id);
    // A failing process is replaced before it exits.
    if (!startedAt.delete(worker.id)) return;
    processes.remove(worker);
    void restarter.onDeath(started ?? 0, { pid: worker.process.pid, ...reason });
  };
  cluster.on("exit", (worker, code, signal) => replace(worker, { code, signal }));
  cluster.on("message", (worker, message: RoleMessage) => {
    if (message.type === "failing") replace(worker, { isFailing: true });
  });
  const ready = untilReady(WEB_CONCURRENCY);
  for (let i = 0; i < WEB_CONCURRENCY; i++) cluster.fork();
  await ready;
  const process = mainProcessOf("front", WEB_CONCURRENCY);
  return {
    samples: async () => [...label(processSamples(), { process }), ...(await processes.samples())],
    stop: async () => {
      restarter.stop();
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stop(worker)));
    },
  };
}

/** Resolves when this many processes were ready, including replacements. */
function untilReady(count: number): Promise<void> {
  let left = count;
  return new Promise((resolve, reject) => {
    cluster.on("message", (_worker, message: RoleMessage) => {
      if (message.type === "fatal") reject(new StartError(message.message));
      if (message.type === "ready") left -= 1;
      if (left === 0) resolve();
    });
  });
}

async function stop(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  if (worker.isConnected()) worker.send(STOP_MESSAGE);
  const kill = setTimeout(() => worker.process.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(kill);
}

import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { type RoleMessage, STOP_MESSAGE, StartError, type Started } from "@/server/role";

const RESTART_MS = 200;
const STOP_TIMEOUT_MS = 7_000;

/** WEB_CONCURRENCY front processes on one port (node:cluster); one that dies is replaced. */
export async function startFrontCluster(): Promise<Started> {
  // Each process accepts for itself: a connection that the primary hands to one that has just died
  // would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let isStopping = false;
  cluster.on("exit", async (worker, code, signal) => {
    if (isStopping) return;
    log.error({ pid: worker.process.pid, code, signal }, "front process ended unexpectedly");
    await sleep(RESTART_MS);
    if (!isStopping) cluster.fork();
  });
  await Promise.all(Array.from({ length: env().WEB_CONCURRENCY }, () => untilReady(cluster.fork())));
  return {
    stop: async () => {
      isStopping = true;
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stop(worker)));
    },
  };
}

function untilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message: RoleMessage) => {
      if (message.type === "ready") resolve();
      if (message.type === "fatal") reject(new StartError(message.message));
    });
  });
}

async function stop(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  worker.send(STOP_MESSAGE);
  const kill = setTimeout(() => worker.process.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(kill);
}

import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { nextRestart } from "@/server/restart";
import { type RoleMessage, STOP_MESSAGE, StartError, type Started } from "@/server/role";

const STOP_TIMEOUT_MS = 7_000;

/** WEB_CONCURRENCY front processes on one port (node:cluster); one that dies is replaced. */
export async function startFrontCluster(): Promise<Started> {
  // Each process accepts for itself: a connection that the primary hands to one that has just died
  // would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let isStopping = false;
  const startedAt = new Map<number, number>();
  let restarts = 0;
  // A word to one that has just died; its exit follows.
  cluster.on("fork", (worker) => {
    startedAt.set(worker.id, Date.now());
    worker.on("error", (error) => log.debug({ err: error }, "front process not reached"));
  });
  const replace = async (worker: Worker, reason: object) => {
    const started = startedAt.get(worker.id);
    // One that was failing has been replaced before it exits.
    if (isStopping || started === undefined) return;
    startedAt.delete(worker.id);
    const next = nextRestart(restarts, Date.now() - started);
    restarts = next.restarts;
    log.error({ pid: worker.process.pid, ...reason, restartInMs: next.pauseMs }, "front process stopped unexpectedly");
    await sleep(next.pauseMs);
    if (!isStopping) cluster.fork();
  };
  cluster.on("exit", (worker, code, signal) => void replace(worker, { code, signal }));
  cluster.on("message", (worker, message: RoleMessage) => {
    if (message.type === "failing") void replace(worker, { isFailing: true });
  });
  const ready = untilReady(env().WEB_CONCURRENCY);
  for (let i = 0; i < env().WEB_CONCURRENCY; i++) cluster.fork();
  await ready;
  return {
    stop: async () => {
      isStopping = true;
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stop(worker)));
    },
  };
}

/** Resolves when so many have said that they are, the replacements of those that died before it too. */
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

import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { isProcessAlive, processMark } from "@/lib/process";
import { count } from "@/lib/process-counts";
import type { EmbeddedPostgres } from "@/server/postgres/embedded";
import { isShuttingDown, keepLogSmall } from "@/server/postgres/process";
import { nextRestart } from "@/server/processes/restart";

const POLL_MS = 100;
/** Time that a server has to shut down on its own before it is stopped. */
const SHUTDOWN_GRACE_MS = 5_000;
const LOG_CHECK_MS = 60_000;

/**
 * Restarts the embedded Postgres whenever its postmaster exits, whichever process started it, with the backoff of
 * roles, until `stop`, and keeps its log small. A server that hangs is left alone. One that is shutting down would wait
 * for its clients, which never disconnect, so it is stopped and restarted.
 *
 * @param restart starts it again on the same address
 * @returns `stop`, which also stops the server, even one that is just starting
 */
export function keepPostgresRunning(
  postgres: EmbeddedPostgres,
  restart: (stopping: AbortSignal) => Promise<EmbeddedPostgres>,
  { shutdownGraceMs = SHUTDOWN_GRACE_MS, logCheckMs = LOG_CHECK_MS } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = postgres;

  async function keep(): Promise<void> {
    let restarts = 0;
    while (!signal.aborted) {
      const began = performance.now();
      await untilExit(current, signal, shutdownGraceMs);
      if (signal.aborted) return;
      log.error({ pid: current.pid }, "embedded Postgres stopped unexpectedly");
      let ranMs = performance.now() - began;
      for (let isUp = false; !isUp && !signal.aborted; ranMs = 0) {
        const next = nextRestart(restarts, ranMs);
        restarts = next.restarts;
        isUp = await tryToRestart(next.pauseMs);
      }
    }
  }

  async function tryToRestart(pauseMs: number): Promise<boolean> {
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return false;
    try {
      current = await restart(signal);
      count("postgres-restarts");
      log.info({ pid: current.pid }, "embedded Postgres restarted");
      return true;
    } catch (error) {
      log.error({ err: error }, "restarting embedded Postgres failed; retrying");
      return false;
    }
  }

  const checkingLog = setInterval(() => tryToKeepLogSmall(postgres.logFile), logCheckMs).unref();
  const keeping = keep();
  return {
    async stop() {
      clearInterval(checkingLog);
      stopping.abort();
      await keeping;
      await current.stop();
    },
  };
}

function tryToKeepLogSmall(file: string): void {
  try {
    keepLogSmall(file);
  } catch (error) {
    log.warn({ err: error, file }, "can't truncate the log of the embedded Postgres");
  }
}

async function untilExit(
  { pid, cluster, stop }: EmbeddedPostgres,
  signal: AbortSignal,
  shutdownGraceMs: number,
): Promise<void> {
  const mark = processMark(pid);
  let lastRunning = performance.now();
  while (isProcessAlive(pid) && processMark(pid) === mark) {
    if (!isShuttingDown(cluster)) lastRunning = performance.now();
    else if (performance.now() - lastRunning > shutdownGraceMs) await stop();
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

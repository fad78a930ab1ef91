import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";

/** Pause before the second restart. The first is immediate, since visitors wait. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** A process that ran this long is restarted immediately. */
const STABLE_MS = 30_000;

/**
 * For a process that died after a number of consecutive restarts: the new number, and the pause before the next
 * restart.
 */
export function nextRestart(restarts: number, ranMs: number): { restarts: number; pauseMs: number } {
  const inARow = ranMs > STABLE_MS ? 1 : restarts + 1;
  const pauseMs = inARow === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (inARow - 2), MAX_PAUSE_MS);
  return { restarts: inARow, pauseMs };
}

/** @param what name of the process in the log */
export function createRestarter(what: string, start: () => void, wait: (ms: number) => Promise<unknown> = sleep) {
  let restarts = 0;
  let isStopped = false;
  return {
    /** Logs that a process died and starts it again after a pause. */
    async onDeath(startedAt: number, details: object): Promise<void> {
      if (isStopped) return;
      const next = nextRestart(restarts, performance.now() - startedAt);
      restarts = next.restarts;
      log.error({ ...details, restartInMs: next.pauseMs }, `${what} stopped unexpectedly`);
      await wait(next.pauseMs);
      if (isStopped) return;
      start();
    },
    /** After this, nothing is restarted. */
    stop(): void {
      isStopped = true;
    },
  };
}

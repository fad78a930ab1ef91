import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/**
 * Starts working on queues one after the other, retrying while one cannot be opened. Resolves when all have started,
 * or at the signal.
 */
export async function workQueues(starts: readonly (() => Promise<void>)[], stopping: AbortSignal): Promise<void> {
  for (const start of starts) await retryUntilStarted(start, stopping);
}

async function retryUntilStarted(start: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !stopping.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await start();
    } catch (error) {
      log.error({ err: error, retryInMs: pauseMs }, "opening the job queue failed; retrying");
      await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

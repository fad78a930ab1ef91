import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/**
 * Begins to work off queues one after the other, trying again while one cannot be opened: what else
 * the process does goes on. Resolves when all are worked off, or at the signal.
 */
export async function workQueues(begins: readonly (() => Promise<void>)[], stopping: AbortSignal): Promise<void> {
  for (const begin of begins) await tryUntilDone(begin, stopping);
}

async function tryUntilDone(begin: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !stopping.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await begin();
    } catch (error) {
      log.error({ err: error, retryInMs: pauseMs }, "job queue not opened; retrying");
      await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

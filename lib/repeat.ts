import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";

type Options = {
  signal: AbortSignal;
  /** Pause when there is nothing to do. */
  pauseMs: number;
  /** Longest pause after failures, which double it. */
  maxPauseMs?: number;
  /** Whether a failure doubles the pause; all do by default. */
  doesBackOff?: (error: unknown) => boolean;
  /** What failed, for the log. */
  failure: string;
};

/**
 * Repeats work until the signal: at once while there is more of it, otherwise after a pause. A failure is logged and
 * ends nothing.
 *
 * @param work resolves with whether there may be more to do
 */
export async function repeat(options: Options, work: () => Promise<boolean>): Promise<void> {
  const { signal, pauseMs, maxPauseMs = pauseMs, doesBackOff = () => true, failure } = options;
  let failures = 0;
  while (!signal.aborted) {
    let pause = pauseMs;
    try {
      const hasMore = await work();
      failures = 0;
      if (hasMore) continue;
    } catch (error) {
      if (doesBackOff(error)) pause = Math.min(pauseMs * 2 ** failures++, maxPauseMs);
      log.warn({ err: error, retryInMs: pause }, `${failure}; retrying`);
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

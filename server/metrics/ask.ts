import type { ChildProcess } from "node:child_process";
import { within } from "@/lib/within";
import type { Sample } from "@/server/metrics/sample";

/** Message that asks a role for its samples. */
export const METRICS_MESSAGE = "metrics";

/** A role's reply; null if it failed to gather its samples. */
export type MetricsReply = { type: "metrics"; samples: Sample[] | null };

/**
 * Asks a child process for its samples over the channel to its parent.
 *
 * @returns a function that resolves with null when the child is starting, gone, or does not answer in time. A child
 *   that hangs is not asked again until it has answered.
 */
export function createAsker(child: ChildProcess, timeoutMs: number): () => Promise<Sample[] | null> {
  let isReady = false;
  let asking: { answer: Promise<Sample[] | null>; settle: (samples: Sample[] | null) => void } | undefined;
  const settle = (samples: Sample[] | null) => {
    asking?.settle(samples);
    asking = undefined;
  };
  child.on("message", (message: { type: "ready" } | MetricsReply | null) => {
    // Messages sent before this may get lost.
    if (message?.type === "ready") isReady = true;
    if (message?.type === "metrics") settle(message.samples);
  });
  child.once("exit", () => settle(null));

  function ask(): Promise<Sample[] | null> {
    let resolveAnswer: (samples: Sample[] | null) => void = () => undefined;
    const answer = new Promise<Sample[] | null>((resolve) => {
      resolveAnswer = resolve;
    });
    asking = { answer, settle: resolveAnswer };
    // Its exit, or the timeout, follows an error.
    child.send(METRICS_MESSAGE, () => undefined);
    return answer;
  }

  return () => {
    if (!isReady || !child.connected) return Promise.resolve(null);
    return within(timeoutMs, asking?.answer ?? ask(), null);
  };
}

import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than the app takes to start, even on a busy machine. */
const MAX_WAIT_MS = 15_000;
const POLL_MS = 50;
/** Error codes of a socket on which nobody listens. */
const REFUSALS: (string | undefined)[] = ["ECONNREFUSED", "ENOENT"];
/** More requests than this are refused, since each holds a connection. */
const MAX_WAITING = 1_000;

/**
 * Holds requests back while the app starts or restarts, so that clients and load balancers get a response instead of
 * 503. If the app stays down, requests wait only once, until it has responded again.
 */
export function awaitApp(socketPath: string, maxWaitMs = MAX_WAIT_MS) {
  const closing = new AbortController();
  let isUp = false;
  let deadline = performance.now() + maxWaitMs;
  let waiting = 0;
  let polling: Promise<void> | undefined;

  async function poll(): Promise<void> {
    while (!isUp && !closing.signal.aborted && performance.now() < deadline) {
      isUp = await isAccepting(socketPath);
      if (!isUp) await sleep(POLL_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    polling = undefined;
    waiting = 0;
  }

  return {
    /** Resolves when the app accepts connections or the wait is over; undefined if there is nothing to wait for. */
    untilUp(): Promise<void> | undefined {
      if (isUp || performance.now() >= deadline || waiting >= MAX_WAITING || closing.signal.aborted) return undefined;
      waiting += 1;
      polling ??= poll();
      return polling;
    },
    /** To be called after an error of a connection to the app. */
    onError(error: unknown): void {
      if (!isUp || !REFUSALS.includes((error as NodeJS.ErrnoException).code)) return;
      isUp = false;
      deadline = performance.now() + maxWaitMs;
    },
    /** To be called after a response of the app, which may have taken longer than any request waited. */
    onAnswer(): void {
      isUp = true;
    },
    close: () => closing.abort(),
  };
}

function isAccepting(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

import { constants } from "node:os";

const PARENT_CHECK_MS = 250;
/** Added to a signal's number, as in shells. */
const EXIT_SIGNALLED = 128;

/**
 * Aborted when the operator stops Hop, by a signal or by stopping the npm process that started it. The reason is the
 * signal's name, or null. (Undefined would become a DOMException, which can't be logged: redaction throws.)
 */
export function listenForShutdown(): AbortSignal {
  const controller = new AbortController();
  const shutDown = (signal: NodeJS.Signals | null) => controller.abort(signal);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, shutDown);
  onParentDeath(() => shutDown(null));
  return controller.signal;
}

/** `npm start` runs this process under a shell that dies of a signal without forwarding it. */
function onParentDeath(callback: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** The exit code of a command that was stopped: 130 for SIGINT, 143 for SIGTERM. */
export function exitCodeAfter(shutdown: AbortSignal): number {
  const numbers: Record<string, number> = constants.signals;
  return EXIT_SIGNALLED + (numbers[String(shutdown.reason)] ?? constants.signals.SIGTERM);
}

/** Resolves with the result of `work`, or with undefined on shutdown; after shutdown `work` is not started. */
export async function untilShutdown<T>(
  shutdown: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (!shutdown) return work();
  if (shutdown.aborted) return undefined;
  const aborted = new Promise<undefined>((resolve) => {
    shutdown.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  return Promise.race([work(), aborted]);
}

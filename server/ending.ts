const PARENT_CHECK_MS = 250;

/** Aborted when the operator wants Hop to end: by a signal, or by ending the npm that started it. */
export function listenForEnd(): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
  onParentDeath(end);
  return ending.signal;
}

/** `npm start` runs this process under a shell that a signal to npm ends without passing it on. */
function onParentDeath(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** Resolves with what `work` comes to, or as soon as the end is wanted; then it is not begun any more. */
export async function untilEnd<T>(ending: AbortSignal | undefined, work: () => Promise<T>): Promise<T | undefined> {
  if (!ending) return work();
  if (ending.aborted) return undefined;
  const ended = new Promise<undefined>((resolve) => {
    ending.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  return Promise.race([work(), ended]);
}

/**
 * The outcome of work that a signal stops. Work that still hasn't ended `graceMs` after the signal is abandoned, since
 * a hanging disk or connection doesn't react to a signal.
 *
 * @throws what `work` throws, or the signal's reason
 */
export async function orAbandon<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

import { setTimeout as sleep } from "node:timers/promises";

/** Polls until the condition holds; fails after this many milliseconds. */
export async function until(isSo: () => unknown, limitMs = 100_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${isSo}`);
    await sleep(10);
  }
}

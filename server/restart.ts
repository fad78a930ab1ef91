/** Before the second time; the first is at once, since visitors wait. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran this long is started again at once. */
const STABLE_MS = 30_000;

/** For a process that has died after so many restarts in a row: their new number, and the pause before this one. */
export function nextRestart(restarts: number, ranMs: number): { restarts: number; pauseMs: number } {
  const inARow = ranMs > STABLE_MS ? 1 : restarts + 1;
  const pauseMs = inARow === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (inARow - 2), LONGEST_PAUSE_MS);
  return { restarts: inARow, pauseMs };
}

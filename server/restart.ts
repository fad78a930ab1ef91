const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran this long is started again with the shortest pause. */
const STABLE_MS = 30_000;

/** For a process that has died after so many restarts in a row: their new number, and the pause before this one. */
export function nextRestart(restarts: number, ranMs: number): { restarts: number; pauseMs: number } {
  const inARow = ranMs > STABLE_MS ? 0 : restarts + 1;
  return { restarts: inARow, pauseMs: Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, inARow - 1), LONGEST_PAUSE_MS) };
}

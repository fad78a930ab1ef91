import { setTimeout as sleep } from "node:timers/promises";

const HOUR_MS = 3_600_000;
const PERIODS = {
  hour: { lengthMs: HOUR_MS, startMs: 0 },
  day: { lengthMs: 24 * HOUR_MS, startMs: 0 },
  /** From one daily backup to the next. */
  backup: { lengthMs: 24 * HOUR_MS, startMs: 3 * HOUR_MS },
};

/**
 * Resolves when at least this much of the current period is left, in UTC: what a test does within it is then not spread
 * over two.
 */
export async function awaitRoom(period: keyof typeof PERIODS, roomMs = 60_000): Promise<void> {
  const { lengthMs, startMs } = PERIODS[period];
  const left = lengthMs - ((Date.now() - startMs) % lengthMs);
  if (left < roomMs) await sleep(left + 10);
}

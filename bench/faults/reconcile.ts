import { thousands, unless } from "@/bench/faults/outcome";
import { countClicks, type Database, readStored, type Stored } from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { receivedByCode, type Visits } from "@/bench/harness/visitors";

/** How long to wait for clicks to be stored: in total, and without progress. */
export type Timeouts = { limitMs: number; noProgressMs: number };

/** Timeouts for the fault run, which has the machine to itself. */
const TIMEOUTS: Timeouts = { limitMs: 60_000, noProgressMs: 15_000 };
/** Timeouts for e2e: on a busy machine, a killed worker takes long to return. */
export const BUSY_TIMEOUTS: Timeouts = { limitMs: 90_000, noProgressMs: 60_000 };
const STILL_MS = 1_500;

type Reconciled = { received: number; inDoubt: number; stored: Stored; summary: string; problems: string[] };

/**
 * Compares the responses that visitors got with the stored clicks. A request that was sent but not answered may or
 * may not have been counted, so one click is allowed for it.
 */
export async function reconcile(database: Database, visits: Visits, timeouts = TIMEOUTS): Promise<Reconciled> {
  const byCode = receivedByCode(visits);
  const received = [...byCode.values()].reduce((sum, count) => sum + count, 0);
  const inDoubt = visits.unanswered.length + visits.sentAgain;
  await untilAllStored(database, received, timeouts);
  const stored = await readStored(database);
  const lost = [...byCode].reduce((sum, [code, count]) => sum + Math.max(0, count - (stored.byCode.get(code) ?? 0)), 0);
  const { rows, distinct, counters, rollups } = stored;
  return {
    received,
    inDoubt,
    stored,
    summary: `${thousands(received)} received, ${thousands(inDoubt)} in doubt, ${thousands(rows)} stored`,
    problems: [
      ...unless(received > 0, "no visit was answered"),
      ...unless(lost === 0, `${thousands(lost)} lost`),
      ...unless(rows <= received + inDoubt, `${thousands(rows - received - inDoubt)} too many`),
      ...unless(
        rows === distinct && rows === counters && rows === rollups,
        `${rows} rows, ${distinct} distinct, ${counters} in the counters, ${rollups} in the rollups`,
      ),
    ],
  };
}

/** Codes whose stored clicks grew by a different number than visits were answered, with both numbers. */
export function codesThatDiffer(before: Stored, after: Stored, visits: Visits): string[] {
  const received = receivedByCode(visits);
  const storedOf = (code: string) => (after.byCode.get(code) ?? 0) - (before.byCode.get(code) ?? 0);
  return [...new Set([...after.byCode.keys(), ...received.keys()])]
    .filter((code) => storedOf(code) !== (received.get(code) ?? 0))
    .map((code) => `${code}: ${received.get(code) ?? 0} received, ${storedOf(code)} stored`);
}

/** Waits until at least this many clicks are stored and their number is stable. */
export async function untilAllStored(
  database: Database,
  atLeast: number,
  { limitMs, noProgressMs }: Timeouts = TIMEOUTS,
): Promise<void> {
  let count = -1;
  let since = performance.now();
  const isStill = async () => {
    const now = await countClicks(database).catch(() => -1);
    if (now !== count) since = performance.now();
    count = now;
    return now >= atLeast && performance.now() - since > STILL_MS;
  };
  let best = -1;
  let progressed = performance.now();
  await until(
    async () => {
      const isDone = await isStill();
      if (count > best) progressed = performance.now();
      best = Math.max(best, count);
      // Nothing more arrives, although it should.
      return isDone || performance.now() - progressed > noProgressMs;
    },
    limitMs,
    100,
  );
}

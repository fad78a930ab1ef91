import { thousands, unless } from "@/bench/faults/outcome";
import { countClicks, type Database, readStored, type Stored } from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { receivedByCode, type Visits } from "@/bench/harness/visitors";

const SETTLE_LIMIT_MS = 60_000;
const STILL_MS = 1_500;

export type Reconciled = { received: number; inDoubt: number; stored: Stored; summary: string; problems: string[] };

/**
 * Compares what visitors were answered with what is stored. A request that was sent and not answered
 * may have been counted or not, so it is allowed once.
 */
export async function reconcile(database: Database, visits: Visits): Promise<Reconciled> {
  const byCode = receivedByCode(visits);
  const received = [...byCode.values()].reduce((sum, count) => sum + count, 0);
  const inDoubt = visits.unanswered.length + visits.sentAgain;
  await settled(database, received);
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

/** Until at least so many clicks are stored and their number stands still. */
export async function settled(database: Database, atLeast: number, limitMs = SETTLE_LIMIT_MS): Promise<void> {
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
      // Nothing more comes, although it should.
      return isDone || performance.now() - progressed > 15_000;
    },
    limitMs,
    100,
  );
}

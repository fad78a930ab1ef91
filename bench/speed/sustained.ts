import path from "node:path";
import { codeOf, countClicks } from "@/bench/harness/database";
import { type Load, load } from "@/bench/harness/load";
import { until } from "@/bench/harness/processes";
import { startRole } from "@/bench/harness/product";
import { sample } from "@/bench/harness/statistics";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";

const CODES = 10_000;
const FIRST_RATE = 4_000;
const STEP = 1.25;
const TRY_SECONDS = 15;
const SECONDS = 60;
const CONNECTIONS = 200;
/** Clicks are stored within two seconds while the worker keeps up. */
const LATE_MS = 3_000;
const MAX_DRAIN_MS = 180_000;

/**
 * A5, sustained: the highest rate of visits at which the worker keeps up for a minute; load, Hop and Postgres share the
 * machine.
 */
export async function measureSustained(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const options = { dataDir: path.join(bench.folder, "sustained"), databaseUrl: database.url };
  const front = await startRole("front", options);
  const worker = await startRole("worker", options);
  const codes = sample(bench.linkCount, CODES).map(codeOf);
  const keepsUp = async (perSecond: number, seconds: number): Promise<Load | null> => {
    const before = await countClicks(database);
    const paths = { kind: "random", codes } as const;
    const done = await load({
      url: front.url,
      paths,
      seconds,
      connections: CONNECTIONS,
      perSecond,
      folder: bench.folder,
    });
    const areStored = async () => (await countClicks(database)) - before >= done.requests - done.errors;
    const isInTime = await until(areStored, LATE_MS, 200);
    // The next rate begins with an empty spool.
    await until(areStored, MAX_DRAIN_MS, 500);
    // What wrk could not send says nothing about Hop.
    return isInTime && done.requestsPerSecond > 0.9 * perSecond ? done : null;
  };
  let rate = FIRST_RATE;
  while (await keepsUp(rate * STEP, TRY_SECONDS)) rate *= STEP;
  let kept = await keepsUp(rate, SECONDS);
  while (!kept && rate > 100) {
    rate /= STEP;
    kept = await keepsUp(rate, SECONDS);
  }
  await front.stop();
  await worker.stop();
  return [
    measured({
      id: "A5",
      what: `visits/s over ${CODES.toLocaleString("en")} links for ${SECONDS} s, each stored and counted within ${LATE_MS / 1000} s`,
      unit: "/s",
      values: [kept?.requestsPerSecond ?? 0],
      atLeast: FIRST_RATE,
      note: `p99 ${kept?.p99Ms.toFixed(1)} ms; one front, one worker, Postgres and the load on one machine`,
    }),
  ];
}

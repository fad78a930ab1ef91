import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, countClicks, type Database } from "@/bench/harness/database";
import { load } from "@/bench/harness/load";
import { signal, until } from "@/bench/harness/processes";
import { type Instance, pidsOf, startRole } from "@/bench/harness/product";
import { median, sample } from "@/bench/harness/statistics";
import { get } from "@/bench/harness/visitors";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";

const CODES = 10_000;
const CLICKS = 200_000;
const MAX_DRAIN_MS = 20_000;
const VISITS = 20;

/** A5: the worker is stopped while a load fills the spool, then resumed. */
export async function measureDrain(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const options = { dataDir: path.join(bench.folder, "drain"), databaseUrl: database.url };
  const front = await startRole("front", options);
  const worker = await startRole("worker", options);
  const seen = await timeVisits(database, front, codeOf(1));

  const codes = sample(bench.linkCount, CODES).map(codeOf);
  const speeds: number[] = [];
  let clicks = 0;
  let missing = 0;
  for (let round = 0; round < bench.rounds; round++) {
    await drained(database, MAX_DRAIN_MS);
    const before = await countClicks(database);
    freeze(worker, "SIGSTOP");
    let visits = 0;
    while (visits < CLICKS) {
      visits += (await load({ url: front.url, paths: { kind: "random", codes }, seconds: 2, folder: bench.folder }))
        .requests;
    }
    freeze(worker, "SIGCONT");
    const began = performance.now();
    let stored = 0;
    let last = began;
    await until(
      async () => {
        const now = (await countClicks(database)) - before;
        if (now > stored) last = performance.now();
        stored = now;
        return stored >= visits;
      },
      MAX_DRAIN_MS,
      200,
    );
    speeds.push((stored / (last - began)) * 1000);
    clicks += stored;
    missing += Math.max(0, visits - stored);
  }
  await front.stop();
  await worker.stop();
  return [
    measured({
      id: "A5",
      what: `drain: clicks/s over ${CODES.toLocaleString("en")} links committed with rollups and counters, one worker`,
      unit: "/s",
      values: speeds,
      atLeast: 20_000,
      note: `${clicks.toLocaleString("en")} clicks${missing ? `, ${missing.toLocaleString("en")} still waiting after ${MAX_DRAIN_MS / 1000} s` : ""}`,
    }),
    measured({
      id: "A5",
      what: "from a visit to its row in the database",
      unit: "s",
      values: [Math.max(...seen)],
      atMost: 2,
      note: `slowest of ${VISITS} visits; median ${(median(seen) * 1000).toFixed(0)} ms`,
    }),
  ];
}

function freeze(worker: Instance, name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of [worker.pid, ...pidsOf(worker, "worker")]) signal(pid, name);
}

/** Seconds from the response to a visit until its row is visible. */
async function timeVisits(database: Database, front: Instance, code: string): Promise<number[]> {
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const before = await countClicks(database);
    await get(`${front.url}/${code}`);
    const began = performance.now();
    await until(async () => (await countClicks(database)) > before, 10_000, 5);
    times.push((performance.now() - began) / 1000);
    await sleep(Math.random() * 200);
  }
  return times;
}

/** Waits until the number of stored clicks is stable. */
async function drained(database: Database, limitMs: number): Promise<void> {
  let before = -1;
  await until(
    async () => {
      const now = await countClicks(database);
      const isStill = now === before;
      before = now;
      return isStill;
    },
    limitMs,
    1_000,
  );
}

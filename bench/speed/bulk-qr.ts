import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { insertJob, readProgress } from "@/bench/faults/bulk-jobs";
import { codeOf, type Database } from "@/bench/harness/database";
import { type Load, load } from "@/bench/harness/load";
import { until } from "@/bench/harness/processes";
import { startBaseline, startEverything } from "@/bench/harness/product";
import { median } from "@/bench/harness/statistics";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { ratios } from "@/bench/speed/redirects";

const CODES = 20_000;
const LONGEST_MS = 60_000;

/** A12: the job that draws all QR codes, alone; then again while visitors come, and what they notice of it. */
export async function measureBulkQr(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  await giveCodes(database, CODES);
  const baseline = await startBaseline();
  const hop = await startEverything({ dataDir: path.join(bench.folder, "bulk-qr"), databaseUrl: database.url });
  const paths = { kind: "one", path: `/${codeOf(1)}` } as const;
  const run = (url: string) => load({ url, paths, seconds: bench.seconds, folder: bench.folder });
  await run(hop.url);
  await sleep(2_000);

  const speeds: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    const id = await insertJob(database, CODES);
    await until(async () => (await readProgress(database, id)).done > 0, LONGEST_MS, 5);
    const { done: before } = await readProgress(database, id);
    const began = performance.now();
    await until(async () => (await readProgress(database, id)).state === "done", LONGEST_MS, 10);
    const { done } = await readProgress(database, id);
    speeds.push(((done - before) * 1000) / (performance.now() - began));
  }

  const base: Load[] = [];
  const without: Load[] = [];
  const ours: Load[] = [];
  let drawn = 0;
  for (let round = 0; round < bench.rounds; round++) {
    base.push(await run(baseline.url));
    without.push(await run(hop.url));
    const id = await insertJob(database, CODES);
    await until(async () => (await readProgress(database, id)).done > 0, LONGEST_MS, 5);
    const { done: before } = await readProgress(database, id);
    ours.push(await run(hop.url));
    drawn += (await readProgress(database, id)).done - before;
    await until(async () => (await readProgress(database, id)).state === "done", LONGEST_MS, 50);
  }
  await hop.stop();
  await baseline.stop();
  const p99 = (loads: Load[]) => loads.map(({ p99Ms }) => p99Ms);
  const perSecond = Math.round(drawn / (bench.rounds * bench.seconds));
  return [
    measured({
      id: "A12",
      what: "bulk QR: codes/s drawn and stored, all cores",
      unit: "/s",
      values: speeds,
      atLeast: 1_500,
      note: `${CODES.toLocaleString("en")} codes of ${bench.linkCount.toLocaleString("en")} links, everything running`,
    }),
    measured({
      id: "A12",
      what: "p99 of redirects while all QR codes are drawn, to the baseline's alone",
      unit: "x",
      values: ratios(p99(ours), p99(base)),
      atMost: 3,
      note: `${median(p99(ours)).toFixed(1)} ms to ${median(p99(base)).toFixed(1)} ms, ${median(p99(without)).toFixed(1)} ms without the job; ${perSecond.toLocaleString("en")} codes/s meanwhile`,
    }),
  ];
}

/** Links by chance have a QR code, the others none. */
async function giveCodes({ pool }: Database, count: number): Promise<void> {
  await pool.query(
    "UPDATE short_urls SET qr_generated_at = '2020-01-01' WHERE id IN (SELECT id FROM short_urls ORDER BY id LIMIT $1)",
    [count],
  );
}

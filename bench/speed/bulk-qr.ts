import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, type Database, insertSession } from "@/bench/harness/database";
import { type Load, load } from "@/bench/harness/load";
import { signal } from "@/bench/harness/processes";
import { type Instance, pidsOf, startBaseline, startEverything } from "@/bench/harness/product";
import { median } from "@/bench/harness/statistics";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { ratios } from "@/bench/speed/redirects";
import { paths } from "@/lib/paths";

const PRESS_EVERY_MS = 1_000;

/** A12: regenerating all QR codes, alone and under load. */
export async function measureBulkQr(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const baseline = await startBaseline();
  await giveCodes(database);
  const hop = await startEverything({ dataDir: path.join(bench.folder, "bulk-qr"), databaseUrl: database.url });
  const cookie = await insertSession(database);
  const run = (url: string) =>
    load({ url, paths: { kind: "one", path: `/${codeOf(1)}` }, seconds: bench.seconds, folder: bench.folder });
  await run(hop.url);
  // The first call loads the route.
  await regenerate(hop, cookie, bench.linkCount);

  // The worker stores the clicks of the load above and gives links their favicon host, which writes links too.
  const workers = pidsOf(hop, "worker");
  for (const pid of workers) signal(pid, "SIGSTOP");
  const before = await linkWrites(database);
  const took: number[] = [];
  for (let round = 0; round < bench.rounds; round++) took.push(await regenerate(hop, cookie, bench.linkCount));
  if ((await linkWrites(database)) !== before) throw new Error("regenerating wrote links");
  for (const pid of workers) signal(pid, "SIGCONT");

  const base: Load[] = [];
  const ours: Load[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    base.push(await run(baseline.url));
    const stopping = new AbortController();
    const pressing = keepRegenerating(hop, cookie, bench.linkCount, stopping.signal);
    ours.push(await run(hop.url));
    stopping.abort();
    await pressing;
  }
  await hop.stop();
  await baseline.stop();
  const p99 = (loads: Load[]) => loads.map(({ p99Ms }) => p99Ms);
  const links = `${bench.linkCount.toLocaleString("en")} links`;
  return [
    measured({
      id: "A12",
      what: "regenerate all QR codes: answer, without writing a link",
      unit: "ms",
      values: took,
      atMost: 1_000,
      note: links,
    }),
    measured({
      id: "A12",
      what: "p99 of redirects while QR codes are regenerated once a second, to the baseline's alone",
      unit: "x",
      values: ratios(p99(ours), p99(base)),
      atMost: 3,
      note: `${median(p99(ours)).toFixed(1)} ms to ${median(p99(base)).toFixed(1)} ms; ${links}`,
    }),
  ];
}

/** @returns the response time in milliseconds */
async function regenerate(hop: Instance, cookie: string, expected: number): Promise<number> {
  const began = performance.now();
  const response = await fetch(hop.url + paths.api.regenerateQr, { method: "POST", headers: { cookie } });
  const { updatedCount } = await response.json();
  if (updatedCount !== expected) throw new Error(`${updatedCount} of ${expected} codes were regenerated`);
  return performance.now() - began;
}

async function keepRegenerating(hop: Instance, cookie: string, expected: number, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await regenerate(hop, cookie, expected);
    await sleep(PRESS_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** The newest transaction that wrote a link. */
async function linkWrites({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ newest: string }>(
    "SELECT max(xmin::text::bigint)::text AS newest FROM short_urls",
  );
  return rows[0]?.newest ?? "";
}

/** Gives every link a QR code, without notifying caches. */
async function giveCodes({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query("UPDATE short_urls SET qr_generated_at = '2020-01-01'");
    await client.query("RESET session_replication_role");
    await client.query("VACUUM ANALYZE short_urls");
  } finally {
    client.release();
  }
}

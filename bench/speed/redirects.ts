import path from "node:path";
import { codeOf, type Database, readNumber } from "@/bench/harness/database";
import { type Load, load, type Paths } from "@/bench/harness/load";
import { memoryOf, withDescendants } from "@/bench/harness/processes";
import { type Instance, startBaseline, startRole } from "@/bench/harness/product";
import { median, sample } from "@/bench/harness/statistics";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { freePort } from "@/e2e/hop";

const CODES = 10_000;
const FRONTS = 2;
const SCRAPE_MS = 1_000;

type Subject = { url: string; paths: Paths; loads: Load[] };

/** A1 to A4, one after another in each round, so that each is compared with a baseline of the same minute. */
export async function measureRedirects(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const baseline = await startBaseline();
  const start = (name: string, variables: Record<string, string> = {}) =>
    startRole("front", { dataDir: path.join(bench.folder, name), databaseUrl: database.url, variables });
  const one = await start("one-front");
  const two = await start("two-fronts", { WEB_CONCURRENCY: String(FRONTS) });
  const metrics = `127.0.0.1:${await freePort()}`;
  const observed = await start("observed", { METRICS_ADDRESS: metrics });
  const scrape = () => fetch(`http://${metrics}/metrics`).then((response) => response.text());
  // The last scrape may find that the front has stopped.
  const scrapes = setInterval(() => void scrape().catch(() => undefined), SCRAPE_MS);
  const serving = Math.max(1, frontProcesses(two).length - (frontProcesses(two).length > FRONTS ? 1 : 0));

  const codes = sample(bench.linkCount, CODES).map(codeOf);
  const unknown = codes.map((code) => `no-${code}`);
  const hotPath = `/${codes[0]}`;
  const subject = (url: string, paths: Paths): Subject => ({ url, paths, loads: [] });
  const subjects = {
    base: subject(baseline.url, { kind: "one", path: hotPath }),
    hot: subject(one.url, { kind: "one", path: hotPath }),
    observed: subject(observed.url, { kind: "one", path: hotPath }),
    baseRandom: subject(baseline.url, { kind: "random", codes }),
    random: subject(one.url, { kind: "random", codes }),
    randomOnTwo: subject(two.url, { kind: "random", codes }),
    unknown: subject(one.url, { kind: "random", codes: unknown }),
  };
  for (const { url, paths } of Object.values(subjects)) await load({ url, paths, seconds: 2, folder: bench.folder });
  for (let round = 0; round < bench.rounds; round++) {
    for (const { url, paths, loads } of Object.values(subjects)) {
      loads.push(await load({ url, paths, seconds: bench.seconds, folder: bench.folder }));
    }
  }
  clearInterval(scrapes);
  await observed.stop();
  const scan = await scanUnknown(bench, database, one, median(speedOf(subjects.hot)));
  await one.stop();
  await two.stop();
  await baseline.stop();

  const { base, hot, baseRandom, random, randomOnTwo } = subjects;
  const errors = [hot, random, randomOnTwo].flatMap(({ loads }) => loads).reduce((sum, one) => sum + one.errors, 0);
  return [
    measured({
      id: "A1",
      what: "redirects/s of one hot code, clicks in the spool, one front, to the baseline's",
      unit: "x",
      values: ratios(speedOf(hot), speedOf(base)),
      atLeast: 1,
      note: `${perSecond(hot)} to ${perSecond(base)}; ${errors} errors`,
    }),
    measured({
      id: "A1",
      what: "the same with metrics, which are read every second, to without",
      unit: "x",
      values: ratios(speedOf(subjects.observed), speedOf(hot)),
      atLeast: 0.98,
      note: perSecond(subjects.observed),
    }),
    measured({
      id: "A2",
      what: `the same over ${CODES.toLocaleString("en")} random codes of ${bench.linkCount.toLocaleString("en")} links, one front`,
      unit: "x",
      values: ratios(speedOf(random), speedOf(baseRandom)),
      atLeast: 0.9,
      note: `${perSecond(random)} to ${perSecond(baseRandom)}`,
    }),
    measured({
      id: "A2",
      what: "the same, two fronts",
      unit: "x",
      values: ratios(speedOf(randomOnTwo), speedOf(baseRandom)),
      atLeast: 1.4,
      note: `${perSecond(randomOnTwo)}; ${serving} ${serving === 1 ? "process serves" : "processes serve"}`,
    }),
    measured({
      id: "A3",
      what: "p99 at 64 connections, to the baseline's",
      unit: "x",
      values: ratios(p99(hot), p99(base)),
      atMost: 2,
      note: `${median(p99(hot)).toFixed(1)} ms to ${median(p99(base)).toFixed(1)} ms`,
    }),
    measured({
      id: "A4",
      what: `unknown codes, ${CODES.toLocaleString("en")} of them, to A1`,
      unit: "x",
      values: ratios(speedOf(subjects.unknown), speedOf(hot)),
      atLeast: 0.7,
      note: perSecond(subjects.unknown),
    }),
    ...scan.map((line) => ({ ...line, id: "A4" })),
  ];
}

/** Requests unknown codes, each once: their speed, and the look-ups and memory they cost. */
async function scanUnknown(
  bench: Bench,
  database: Database,
  front: Instance,
  hotPerSecond: number,
): Promise<Measurement[]> {
  const rss = () => frontProcesses(front).reduce((sum, pid) => sum + memoryOf(pid).residentBytes, 0);
  const lookUps = await countLookUps(database);
  const before = rss();
  const seconds = bench.seconds * 2;
  const { requests, requestsPerSecond, p99Ms } = await load({
    url: front.url,
    paths: { kind: "fresh", prefix: `never-${Date.now().toString(36)}-` },
    seconds,
    folder: bench.folder,
  });
  const made = ((await countLookUps(database)) - lookUps) / seconds;
  return [
    measured({
      id: "A4",
      what: "unknown codes that never come twice, each looked up in the database, to A1",
      unit: "x",
      values: [requestsPerSecond / hotPerSecond],
      atLeast: 0.7,
      note: `${Math.round(requestsPerSecond).toLocaleString("en")}/s, p99 ${p99Ms.toFixed(0)} ms; once, after the rounds`,
    }),
    measured({
      id: "A4",
      what: "the same: index scans for look-ups, each for all waiting codes",
      unit: "/s",
      values: [made],
      atMost: 20_000,
    }),
    measured({
      id: "A4",
      what: "the same: growth of the front's memory",
      unit: "MB",
      values: [(rss() - before) / 1e6],
      atMost: 150,
      note: `${requests.toLocaleString("en")} codes`,
    }),
  ];
}

/** Scans of the index on short codes; Postgres updates the counters with a delay. */
async function countLookUps(database: Database): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  return readNumber(
    database,
    "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'short_urls_short_code_key'",
  );
}

/** The process and its cluster workers. */
export function frontProcesses(front: Instance): number[] {
  return withDescendants(front.pid);
}

export function ratios(ours: number[], base: number[]): number[] {
  return ours.map((value, round) => value / (base[round] ?? Number.NaN));
}

function speedOf({ loads }: Subject): number[] {
  return loads.map(({ requestsPerSecond }) => requestsPerSecond);
}

function p99({ loads }: Subject): number[] {
  return loads.map(({ p99Ms }) => p99Ms);
}

function perSecond({ loads }: Subject): string {
  return `${Math.round(median(loads.map(({ requestsPerSecond }) => requestsPerSecond))).toLocaleString("en")}/s`;
}

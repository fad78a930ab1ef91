import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, thousands, unless } from "@/bench/faults/outcome";
import { type Timeouts, untilAllStored } from "@/bench/faults/reconcile";
import type { Running } from "@/bench/faults/running";
import { codeOf, countClicks, type Database, readNumber } from "@/bench/harness/database";
import { start, until } from "@/bench/harness/processes";
import { drained, type Instance, spoolBytes } from "@/bench/harness/product";
import { percentile } from "@/bench/harness/statistics";
import { get, getKnown, startVisits } from "@/bench/harness/visitors";
import { parseEnv } from "@/lib/env";

/** The number of links that this row needs. */
export const FLOOD_LINKS = 5_000;
const WARM = 1_000;
const FLOOD_CODE = codeOf(WARM);
const OTHERS_PER_SECOND = 300;
const COLD_PAUSE_MS = 200;
const COLD_LIMIT_MS = 250;
const MAX_GROWTH = 20_000_000;
/** The flood continues until this many of its look-ups are refused, even on a slow machine. */
const MIN_REFUSED = 1_000;
const GIVE_UP_MS = 60_000;
/** Addresses that no other visitor uses. */
const STRANGERS = ["203.0.113.66", "203.0.113.67"] as const;

type Options = {
  healthyMs: number;
  floodMs: number;
  /** Requests per second of each flood. */
  perSecond: number;
  /** Variables that Hop was started with, such as its limits. */
  variables?: Record<string, string>;
  /** False on a machine where other work affects speed more than the flood does. */
  judgesSpeed: boolean;
  timeouts?: Timeouts;
};

/** B22: made-up codes from one address, and clicks on one link from another. */
export async function withstandFlood({ database, hop }: Running, options: Options): Promise<Outcome[]> {
  const { healthyMs, floodMs, judgesSpeed, timeouts } = options;
  for (let n = 1; n <= WARM; n++) await getKnown(`${hop.url}/${codeOf(n)}`);
  let cold = WARM;
  const nextCold = () => codeOf(++cold);

  const getCold = judgesSpeed ? get : getKnown;
  const healthy = await visitFor(hop, healthyMs, nextCold, { getCold });
  const bytes = async () => (await databaseBytes(database)) + spoolBytes(hop.dataDir);
  // Those stored later would be taken for the flood's.
  await drained(hop.dataDir);
  const before = { bytes: await bytes(), clicks: await countClicks(database), ...(await readHealth(hop)) };
  const codes = startFlood(`${hop.url}/made-up-*`, STRANGERS[0], options);
  const clicks = startFlood(`${hop.url}/${FLOOD_CODE}`, STRANGERS[1], options);
  const isLimited = async () => {
    const now = await readHealth(hop);
    return now.limitedClicks > before.limitedClicks && now.limitedLookUps >= before.limitedLookUps + MIN_REFUSED;
  };
  const flooded = await visitFor(hop, floodMs, nextCold, {
    getCold,
    untilLimited: () => until(isLimited, GIVE_UP_MS, 100),
  });
  const [triedCodes, madeClicks] = [await codes(), await clicks()];
  const limitedClicks = (await readHealth(hop)).limitedClicks - before.limitedClicks;
  const answered = madeClicks.statuses[302] ?? 0;
  await untilAllStored(database, before.clicks + flooded.count + flooded.cold + answered - limitedClicks, timeouts);
  const stored = await readNumber(database, "SELECT count(*) FROM stored_clicks WHERE ip_address = $1", [STRANGERS[1]]);
  const grown = (await bytes()) - before.bytes;
  return [
    judgeOthers(options, healthy, flooded, triedCodes),
    judgeClicks(options, { flood: madeClicks, limitedClicks, stored, grown }),
  ];
}

type Flood = { seconds: number; statuses: Record<string, number> };

/** @returns a function that ends it */
function startFlood(url: string, address: string, { perSecond, judgesSpeed }: Options): () => Promise<Flood> {
  // It shares the machine with the server, and must not take its CPU. Alongside other work it would get none itself.
  const nice = judgesSpeed ? "15" : "0";
  const started = start("nice", ["-n", nice, process.execPath, "bench/flood.mjs"], {
    env: { ...process.env, FLOOD_URL: url, FLOOD_ADDRESS: address, FLOOD_PER_SECOND: String(perSecond) },
  });
  return async () => {
    await started.stop();
    return JSON.parse(started.output().trim().split("\n").at(-1) ?? "{}") as Flood;
  };
}

type Sample = { count: number; wrong: number; p99: number; cold: number; coldWrong: number; coldSlowest: number };

/** Other visitors, to cached links and to some that no front has seen yet. */
async function visitFor(
  hop: Instance,
  ms: number,
  nextCold: () => string,
  { getCold, untilLimited }: { getCold: typeof get; untilLimited?: () => Promise<unknown> },
): Promise<Sample> {
  const code = () => codeOf(1 + Math.floor(Math.random() * (WARM - 1)));
  const visits = startVisits({ targets: [hop.url], code, connections: 32, perSecond: OTHERS_PER_SECOND });
  const asked: Promise<{ isFound: boolean; ms: number }>[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await sleep(COLD_PAUSE_MS);
    asked.push(
      getCold(`${hop.url}/${nextCold()}`).then((outcome) => ({
        isFound: outcome.kind === "answered" && outcome.status === 302,
        ms: outcome.kind === "answered" ? outcome.ms : Number.POSITIVE_INFINITY,
      })),
    );
  }
  await untilLimited?.();
  await visits.stop();
  const cold = await Promise.all(asked);
  const { answers, unanswered, refused } = visits;
  return {
    count: answers.length,
    wrong: answers.filter(({ status }) => status !== 302).length + unanswered.length + refused,
    p99: percentile(
      answers.map(({ ms: one }) => one),
      0.99,
    ),
    cold: cold.length,
    coldWrong: cold.filter(({ isFound }) => !isFound).length,
    coldSlowest: Math.max(...cold.map(({ ms: one }) => one)),
  };
}

function judgeOthers(
  { perSecond, judgesSpeed }: Options,
  healthy: Sample,
  flooded: Sample,
  { seconds, statuses }: Flood,
): Outcome {
  const tried = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const { 429: refused = 0 } = statuses;
  const slow = [
    ...unless(flooded.p99 <= healthy.p99 * 3, `p99 is ${(flooded.p99 / healthy.p99).toFixed(1)}x`),
    ...unless(flooded.coldSlowest <= COLD_LIMIT_MS, "an uncached link waited too long"),
    ...unless(tried >= seconds * perSecond * 0.9, `only ${thousands(tried)} codes were tried`),
  ];
  return judged(
    "B22",
    `${thousands(perSecond)} made-up codes/s and ${thousands(perSecond)} clicks/s from one address each: other visitors' p99 ≤ 3x, their uncached links are found`,
    `${thousands(flooded.count)} other visits, p99 ${flooded.p99.toFixed(1)} ms (before ${healthy.p99.toFixed(1)} ms); ${flooded.cold} uncached links, slowest ${flooded.coldSlowest.toFixed(0)} ms; ${thousands(tried)} made-up codes, ${thousands(refused)} refused`,
    [
      ...unless(flooded.wrong === 0, `${flooded.wrong} were not redirected`),
      ...(judgesSpeed ? slow : []),
      ...unless(flooded.coldWrong === 0, `${flooded.coldWrong} uncached links were not found`),
      ...unless(refused >= tried * 0.5, `only ${thousands(refused)} codes were refused`),
    ],
  );
}

type Clicks = { flood: Flood; limitedClicks: number; stored: number; grown: number };

function judgeClicks(
  { perSecond, variables = {}, judgesSpeed }: Options,
  { flood: { seconds, statuses }, limitedClicks, stored, grown }: Clicks,
): Outcome {
  const { CLICK_LIMIT_BURST, CLICK_LIMIT_RATE } = parseEnv(variables);
  const { 302: answered = 0, ...others } = statuses;
  const allowed = CLICK_LIMIT_BURST + CLICK_LIMIT_RATE * (seconds + 1);
  return judged(
    "B22",
    "the flood's clicks are redirected, and limited and counted as such; disk growth is bounded",
    `${thousands(answered)} clicks in ${seconds.toFixed(0)} s: ${thousands(stored)} stored, ${thousands(limitedClicks)} limited; the disk grew by ${(grown / 1e6).toFixed(1)} MB`,
    [
      ...unless(!judgesSpeed || answered >= seconds * perSecond * 0.9, "the flood was too small"),
      ...unless(limitedClicks > 0, "none was limited"),
      ...unless(Object.keys(others).length === 0, `unexpected responses: ${JSON.stringify(others)}`),
      ...unless(stored + limitedClicks === answered, `${answered - stored - limitedClicks} are missing`),
      ...unless(stored <= allowed, `more than ${thousands(allowed)} are stored`),
      ...unless(grown <= MAX_GROWTH, `it grew by more than ${MAX_GROWTH / 1e6} MB`),
    ],
  );
}

async function readHealth(hop: Instance): Promise<{ limitedClicks: number; limitedLookUps: number }> {
  const response = await fetch(`${hop.url}/health/ready`);
  const body = (await response.json()) as { limitedClicks?: number; limitedLookUps?: number };
  return { limitedClicks: body.limitedClicks ?? Number.NaN, limitedLookUps: body.limitedLookUps ?? Number.NaN };
}

function databaseBytes(database: Database): Promise<number> {
  return readNumber(database, "SELECT pg_database_size(current_database())");
}

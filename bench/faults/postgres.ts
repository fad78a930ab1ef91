import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, thousands, unless } from "@/bench/faults/outcome";
import { startRunning } from "@/bench/faults/running";
import { codeOf, countClicks, type Server, scratchFolder } from "@/bench/harness/database";
import { load } from "@/bench/harness/load";
import { signal, until, withDescendants } from "@/bench/harness/processes";
import type { Instance } from "@/bench/harness/product";
import { percentile, sample } from "@/bench/harness/statistics";
import { get, startVisits } from "@/bench/harness/visitors";

const WARM = 1_000;
const LINKS = 5_000;
const PER_SECOND = 1_000;
const HEALTHY_MS = 8_000;
const OUTAGE_MS = 30_000;
const COLD_PAUSE_MS = 1_000;

type Fault = { name: string; cause: (server: Server) => void; undo: (server: Server) => Promise<void> };

const FAULTS: Fault[] = [
  {
    name: "Postgres stopped immediately (SIGQUIT, as pg_ctl stop -m immediate)",
    cause: (server) => signal(server.postgres().pid, "SIGQUIT"),
    undo: (server) => server.restart(),
  },
  {
    name: "every process of Postgres frozen (SIGSTOP)",
    cause: (server) => signalPostgres(server, "SIGSTOP"),
    undo: async (server) => signalPostgres(server, "SIGCONT"),
  },
];

function signalPostgres(server: Server, name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of withDescendants(server.postgres().pid)) signal(pid, name);
}

/** B1: while the database is down, known links keep redirecting and unknown ones are refused quickly. */
export async function redirectWithoutDatabase(server: Server, outageMs = OUTAGE_MS): Promise<Outcome[]> {
  const { database, hop } = await startRunning(server, { links: LINKS });
  for (let n = 1; n <= WARM; n++) await get(`${hop.url}/${codeOf(n)}`);
  const outcomes: Outcome[] = [];
  let cold = WARM;
  for (const { name, cause, undo } of FAULTS) {
    const healthy = await visitFor(hop, HEALTHY_MS);
    cause(server);
    try {
      const asking = askCold(hop, outageMs, () => codeOf(++cold));
      const away = await visitFor(hop, outageMs);
      outcomes.push(judge(name, healthy, away, await asking));
    } finally {
      await undo(server);
    }
    await until(async () => (await countClicks(database).catch(() => 0)) > 0, 20_000, 100);
  }
  await hop.stop();
  return outcomes;
}

type Sample = { count: number; wrong: number; p99: number };

async function visitFor(hop: Instance, ms: number): Promise<Sample> {
  const code = () => codeOf(1 + Math.floor(Math.random() * WARM));
  const visits = startVisits({ targets: [hop.url], code, connections: 32, perSecond: PER_SECOND });
  await sleep(ms);
  await visits.stop();
  const { answers, unanswered, refused } = visits;
  const wrong = answers.filter(({ status }) => status !== 302).length + unanswered.length + refused;
  return {
    count: answers.length,
    wrong,
    p99: percentile(
      answers.map(({ ms: one }) => one),
      0.99,
    ),
  };
}

type Cold = { ms: number; isRefused: boolean };

/** Requests existing codes that are in no cache. */
async function askCold(hop: Instance, ms: number, nextCode: () => string): Promise<Cold[]> {
  const asked: Promise<Cold>[] = [];
  const end = performance.now() + ms - 2_000;
  while (performance.now() < end) {
    await sleep(COLD_PAUSE_MS);
    const began = performance.now();
    const one = get(`${hop.url}/${nextCode()}`).then((outcome) => ({
      ms: performance.now() - began,
      isRefused: outcome.kind === "answered" && outcome.status === 503 && Boolean(outcome.headers["retry-after"]),
    }));
    asked.push(one);
  }
  return Promise.all(asked);
}

function judge(name: string, healthy: Sample, away: Sample, cold: Cold[]): Outcome {
  const slowest = Math.max(...cold.map(({ ms }) => ms));
  const notRefused = cold.filter(({ isRefused }) => !isRefused).length;
  return judged(
    "B1",
    `${name}: all 302, p99 ≤ 2x healthy; an uncached code 503 with Retry-After within 1 s`,
    `${thousands(away.count)} redirects, p99 ${away.p99.toFixed(1)} ms (healthy ${healthy.p99.toFixed(1)} ms); uncached: ${cold.length} asked, slowest ${seconds(slowest)}`,
    [
      ...unless(away.wrong === 0, `${away.wrong} were not redirected`),
      ...unless(away.p99 <= healthy.p99 * 2, `p99 is ${(away.p99 / healthy.p99).toFixed(1)}x`),
      ...unless(notRefused === 0, `${notRefused} uncached codes did not get 503 with Retry-After`),
      ...unless(slowest <= 1_000, "uncached codes waited too long"),
    ],
  );
}

const WAITING = 100_000;

/** B6: clicks that waited while Postgres was stopped are stored when it is back. */
export async function recover(server: Server): Promise<Outcome> {
  const { database, hop } = await startRunning(server, { links: LINKS });
  const folder = scratchFolder();
  for (let n = 1; n <= WARM; n++) await get(`${hop.url}/${codeOf(n)}`);
  await until(async () => (await countClicks(database)) === WARM, 10_000, 50);
  await server.postgres().stop();
  const codes = sample(WARM, WARM).map(codeOf);
  let waiting = 0;
  let errors = 0;
  while (waiting < WAITING) {
    const done = await load({ url: hop.url, paths: { kind: "random", codes }, seconds: 1, folder });
    waiting += done.requests;
    errors += done.errors;
  }
  // Long enough for an ever-growing backoff to show.
  await sleep(8_000);
  await server.restart();
  const accepted = performance.now();
  let isFirst = true;
  let first = Number.NaN;
  const isAllIn = async () => {
    const count = (await countClicks(database).catch(() => WARM)) - WARM;
    if (count > 0 && isFirst) {
      isFirst = false;
      first = performance.now() - accepted;
    }
    return count >= waiting;
  };
  const isDone = await until(isAllIn, 90_000, 20);
  const all = performance.now() - accepted;
  await hop.stop();
  const promised = (60_000 * waiting) / WAITING;
  return judged(
    "B6",
    "Postgres back: first write ≤ 1 s after it accepts; 100,000 waiting clicks in ≤ 60 s",
    `first write after ${seconds(first)}; ${thousands(waiting)} clicks in ${seconds(all)}`,
    [
      ...unless(first <= 1_000, "the first write was late"),
      ...unless(
        isDone && all <= promised,
        isDone ? "the clicks were stored late" : "not all clicks were stored within 90 s",
      ),
      ...unless(errors === 0, `${errors} visits failed in the meantime`),
    ],
  );
}

import { setTimeout as sleep } from "node:timers/promises";
import { isWriting } from "@/bench/faults/embedded";
import { judged, type Outcome, seconds, skipped, thousands, unless } from "@/bench/faults/outcome";
import { reconcile } from "@/bench/faults/reconcile";
import { atEnd } from "@/bench/harness/clean-up";
import { codeOf, countClicks, insertLinks, insertSession, scratchFolder } from "@/bench/harness/database";
import { createNetwork, type Host, type Network } from "@/bench/harness/network";
import { type Node, type Patroni, startPatroni } from "@/bench/harness/patroni";
import { until } from "@/bench/harness/processes";
import { type Instance, startEverything } from "@/bench/harness/product";
import { mergeVisits, startVisits, type Visits } from "@/bench/harness/visitors";

const LINKS = 200;
const PER_SECOND = 300;
const CONNECTIONS = 16;
const WARM_UP_MS = 60_000;
const HEALTHY_MS = 2_000;
const AFTER_MS = 2_000;
const GIVE_UP_MS = 90_000;
const WRITES_WITHIN_MS = 10_000;
/** A call must complete within this time, whatever its status: none may hang. */
const CALL_WITHIN_MS = 20_000;
const PORT = 3000;
const PROMISE = "0 known links fail, writes again ≤ 10 s after the new primary accepts, no click lost or doubled";

type Fault = { name: string; isMoving?: boolean; cause: (lab: Lab, old: Node) => Promise<void> | void };

const FAULTS: Fault[] = [
  { name: "kill -9 of the primary and its Patroni", cause: (_lab, old) => old.kill() },
  { name: "the primary's network cut", cause: (_lab, old) => old.host.cut() },
  { name: "a planned switchover", cause: ({ patroni }) => patroni.switchover() },
  {
    name: "the primary's network cut, without HAProxy: an address that moves",
    isMoving: true,
    cause: (_lab, old) => old.host.cut(),
  },
];

type Lab = { patroni: Patroni; network: Network; host: Host; cookie: string; earlier: Visits[] };

/** B20: Patroni with two Postgres fails over under load. */
export async function failOver(): Promise<Outcome[]> {
  const network = createNetwork();
  if (typeof network === "string") return FAULTS.map(({ name }) => skipped("B20", `${name}: ${PROMISE}`, network));
  const patroni = await startPatroni(network);
  await insertLinks(patroni.database, LINKS);
  const cookie = await insertSession(patroni.database);
  const lab: Lab = { patroni, network, host: network.addHost("hop", 20), cookie, earlier: [] };
  const dataDir = scratchFolder();
  const outcomes: Outcome[] = [];
  let running: { hop: Instance; isMoving: boolean } | undefined;
  for (const fault of FAULTS) {
    const { isMoving = false } = fault;
    if (running?.isMoving !== isMoving) {
      await running?.hop.stop();
      running = { isMoving, hop: await startIn(lab, dataDir, isMoving ? patroni.movingUrl : patroni.database.url) };
    }
    outcomes.push(await tryFault(lab, fault));
  }
  await running?.hop.stop();
  return outcomes;
}

function startIn({ host, network }: Lab, dataDir: string, databaseUrl: string): Promise<Instance> {
  const variables = { HOST: "0.0.0.0", TRUSTED_PROXIES: network.subnet };
  return startEverything({ dataDir, databaseUrl, port: PORT, variables, program: host.node });
}

async function tryFault(lab: Lab, fault: Fault): Promise<Outcome> {
  const { patroni, host, earlier } = lab;
  const url = `http://${host.address}:${PORT}`;
  let turn = 0;
  const code = () => codeOf(1 + (turn++ % LINKS));
  const visits = startVisits({ targets: [url], code, connections: CONNECTIONS, perSecond: PER_SECOND });
  earlier.push(visits);
  await until(() => visits.answers.length > LINKS + CONNECTIONS, WARM_UP_MS);
  const calls = startCalls(url, lab.cookie);
  await sleep(HEALTHY_MS);
  const old = await patroni.primary();
  const next = patroni.nodes.find((node) => node !== old) ?? old;
  const began = performance.now();
  // A switchover returns only when it is complete.
  const causing = Promise.resolve(fault.cause(lab, old));
  const accepted = await whenWriting(next);
  const stored = await whenStoring(next);
  const isCalled = await until(
    () => calls.answers.some(({ at, status }) => status === 201 && at > accepted),
    GIVE_UP_MS,
  );
  const called = calls.answers.find(({ at, status }) => status === 201 && at > accepted)?.at ?? Number.NaN;
  await causing;
  await sleep(AFTER_MS);
  await visits.stop();
  await calls.stop();
  // Includes the visits of earlier faults, since all clicks are counted.
  const { summary, problems } = await reconcile(patroni.database, mergeVisits(earlier));
  await repair(lab, old);
  const statuses = [...new Set(calls.answers.map(({ status }) => status))].sort();
  const slowest = Math.max(...calls.answers.map(({ ms }) => ms));
  return judged(
    "B20",
    `${fault.name}: ${PROMISE}`,
    `new primary after ${seconds(accepted - began)}; then first click after ${seconds(stored - accepted)}, first call that writes after ${seconds(called - accepted)}; calls returned ${statuses.join(", ")}, slowest ${seconds(slowest)}; ${summary}`,
    [
      ...failed(visits),
      ...unless(stored - accepted <= WRITES_WITHIN_MS, "clicks were stored late"),
      ...unless(isCalled && called - accepted <= WRITES_WITHIN_MS, "calls wrote late"),
      ...unless(slowest <= CALL_WITHIN_MS, "a call hung"),
      ...unless(
        statuses.every((status) => [200, 201, 503].includes(status)),
        "unexpected responses to calls",
      ),
      ...problems,
    ],
  );
}

/** The previous primary returns as the new one's synchronous standby. */
async function repair({ patroni }: Lab, old: Node): Promise<void> {
  old.host.repair();
  if (!old.isRunning()) old.start();
  await patroni.untilWhole();
}

function failed(visits: Visits): string[] {
  const wrong = visits.answers.filter(({ status }) => status !== 302).length;
  const count = wrong + visits.unanswered.length + visits.refused;
  return unless(count === 0, `${thousands(count)} visits failed`);
}

/** The time at which a server accepts writes. */
async function whenWriting(node: Node): Promise<number> {
  return (await until(() => isWriting(node), GIVE_UP_MS, 20)) ? performance.now() : Number.NaN;
}

/** The time at which it stores the next click. */
async function whenStoring(node: Node): Promise<number> {
  const before = await countClicks(node);
  const isMore = async () => (await countClicks(node).catch(() => before)) > before;
  return (await until(isMore, GIVE_UP_MS, 20)) ? performance.now() : Number.NaN;
}

type Call = { at: number; ms: number; status: number };

/** Reads and writes through the API, one after another on a few connections. */
function startCalls(url: string, cookie: string): { answers: Call[]; stop: () => Promise<void> } {
  const answers: Call[] = [];
  let isStopped = false;
  const headers = { Cookie: cookie, "Content-Type": "application/json" };
  const ask = async (init: RequestInit, path: string) => {
    const began = performance.now();
    const response = await fetch(url + path, { ...init, headers, redirect: "manual" }).catch(() => null);
    await response?.arrayBuffer().catch(() => undefined);
    const at = performance.now();
    answers.push({ at, ms: at - began, status: response?.status ?? 0 });
  };
  const caller = async () => {
    while (!isStopped) {
      await ask({}, "/api/urls?limit=10");
      await ask({ method: "POST", body: JSON.stringify({ name: "Group" }) }, "/api/groups");
      await sleep(20);
    }
  };
  const running = Promise.all([caller(), caller(), caller()]);
  const stop = async () => {
    isStopped = true;
    await running;
  };
  atEnd(() => {
    isStopped = true;
  });
  return { answers, stop };
}

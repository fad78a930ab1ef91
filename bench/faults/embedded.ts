import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, unless } from "@/bench/faults/outcome";
import { reconcile, type Timeouts } from "@/bench/faults/reconcile";
import { codeOf, type Database, insertLinks, insertSession, openPool, scratchFolder } from "@/bench/harness/database";
import { signal, succeeds, until, withDescendants } from "@/bench/harness/processes";
import { startEverything } from "@/bench/harness/product";
import { receivedByCode, startVisits } from "@/bench/harness/visitors";
import { awaitEmbeddedPostgres } from "@/server/postgres/embedded";

const LINKS = 200;
const CONNECTIONS = 16;
const BACK_WITHIN_MS = 10_000;
const GIVE_UP_MS = 60_000;
const BETWEEN_MS = 2_000;
const WARM_UP_MS = 60_000;
const CONNECT_TIMEOUT_MS = 20_000;

/** B16: kill -9 of all processes of the embedded Postgres several times under load. */
export async function killEmbeddedPostgres(
  kills: number,
  timeouts?: Timeouts,
  backWithinMs = BACK_WITHIN_MS,
): Promise<Outcome> {
  const dataDir = scratchFolder();
  const hop = await startEverything({ dataDir, databaseUrl: "" });
  const database = await openEmbedded(dataDir);
  await insertLinks(database, LINKS);
  const cookie = await insertSession(database);
  let turn = 0;
  // One after another, so that each is in the front's cache before the first kill.
  const code = () => codeOf(1 + (turn++ % LINKS));
  const visits = startVisits({ targets: [hop.url], code, connections: CONNECTIONS, perSecond: 500 });
  await until(() => receivedByCode(visits).size === LINKS, WARM_UP_MS, 50);
  const warmUps = visits.answers.length;
  const calls = startCalls(hop.url, cookie);
  const times: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await sleep(BETWEEN_MS);
    const postgres = withDescendants(postmasterOf(dataDir));
    const killed = performance.now();
    for (const pid of postgres) signal(pid, "SIGKILL");
    const isBack = await until(() => isWriting(database), GIVE_UP_MS, 20);
    times.push(isBack ? performance.now() - killed : Number.NaN);
  }
  await sleep(BETWEEN_MS);
  const statuses = await calls.stop();
  await visits.stop();
  const { summary, problems } = await reconcile(database, visits, timeouts);
  await hop.stop();
  const measured = visits.answers.slice(warmUps);
  const wrong = measured.filter(({ status }) => status !== 302).length + visits.unanswered.length;
  return judged(
    "B16",
    `kill -9 of all processes of the embedded Postgres under load: back in ≤ ${backWithinMs / 1000} s, 0 failed, none lost or doubled`,
    `back after ${times.map(seconds).join(", ")}; ${summary}; calls returned ${[...statuses.keys()].sort().join(", ")}`,
    [
      ...unless(
        times.every((ms) => ms <= backWithinMs),
        "it was not back in time",
      ),
      ...unless(wrong === 0, `${wrong} visits were not redirected`),
      ...[...statuses]
        .filter(([status]) => !EXPECTED.includes(status))
        .map(([status, call]) => `unexpected response to ${call}: ${status}`),
      ...problems,
    ],
  );
}

/** The database of the running Hop, as its superuser. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const url = await awaitEmbeddedPostgres(dataDir);
  const asSuperuser = new URL(url);
  asSuperuser.username = "postgres";
  asSuperuser.password = readFileSync(path.join(dataDir, "postgres-password"), "utf8").trim();
  const pool = openPool(asSuperuser.href, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  return { url, superuserUrl: asSuperuser.href, pool };
}

export function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** Whether the database takes writes. */
export function isWriting({ pool }: Pick<Database, "pool">): Promise<boolean> {
  return succeeds(pool.query("UPDATE users SET updated_at = now()"));
}

const EXPECTED = [200, 201, 503];
const PATHS = ["/api/urls?limit=10", "/api/dashboard/stats", "/api/groups", "/api/analytics/global", "/urls"];

/** Concurrent reads and writes by people and API clients. `stop` returns each status, with a call that got it. */
function startCalls(url: string, cookie: string): { stop: () => Promise<Map<number, string>> } {
  const statuses = new Map<number, string>();
  let isStopped = false;
  const headers = { Cookie: cookie, "Content-Type": "application/json" };
  const ask = async (target: string, init: RequestInit = {}) => {
    const call = `${init.method ?? "GET"} ${target}`;
    try {
      const response = await fetch(url + target, { ...init, headers, redirect: "manual" });
      await response.arrayBuffer();
      statuses.set(response.status, call);
    } catch {
      statuses.set(0, call);
    }
  };
  const caller = async (own: string[]) => {
    while (!isStopped) {
      for (const target of own) await ask(target);
      const body = JSON.stringify({ name: "Group" });
      await ask("/api/groups", { method: "POST", body });
    }
  };
  const running = Promise.all(PATHS.map((target) => caller([target])));
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return statuses;
    },
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Visited, visitAll } from "@/bench/faults/kills";
import { judged, type Outcome, seconds, unless } from "@/bench/faults/outcome";
import { reconcile, type Timeouts } from "@/bench/faults/reconcile";
import { addMigration, breakBuild, copyBuildAs } from "@/bench/harness/builds";
import { codeOf, insertLinks, insertSession, type Server, scratchFolder } from "@/bench/harness/database";
import { startNginx } from "@/bench/harness/nginx";
import { signal, until } from "@/bench/harness/processes";
import { type Instance, pidsOf, startEverything } from "@/bench/harness/product";
import { longestGap, startVisits, type Visits } from "@/bench/harness/visitors";
import { freePort } from "@/e2e/hop";

const LINKS = 200;
const BUILD = process.cwd();
/** Timeout of each wait, long enough for a busy machine. */
const LIMIT_MS = 120_000;
/** Longer, since a refused reload ends the wait early. */
const RELOAD_LIMIT_MS = 360_000;
const MIGRATION = "99990101000000_bench";
const someCode = () => codeOf(1 + Math.floor(Math.random() * LINKS));

type Reload = { code: number; output: string };

/** Runs `hop reload` from the folder of a build. */
async function hopReload(hop: Instance, folder = BUILD): Promise<Reload> {
  const child: ChildProcess = spawn(process.execPath, [path.join(folder, "server/bootstrap/hop.mjs"), "reload"], {
    env: { ...process.env, DATA_DIR: hop.dataDir, LOG_FORMAT: "text" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, "close");
  return { code: code as number, output: output.trim() };
}

/**
 * Runs `work` under 500 visits/s on the port, 50 through nginx, and calls that write. Returns what visitors noticed.
 */
async function underLoad(server: Server, work: (hop: Instance) => Promise<string[]>, timeouts?: Timeouts) {
  const database = await server.createDatabase();
  await insertLinks(database, LINKS);
  const cookie = await insertSession(database);
  const hop = await startEverything({
    dataDir: scratchFolder(),
    databaseUrl: database.url,
    port: await freePort(),
  });
  const nginx = await startNginx(Number(new URL(hop.url).port));
  const visits = [
    startVisits({ targets: [hop.url], code: someCode, connections: 16, perSecond: 500 }),
    startVisits({ targets: [nginx.url], code: someCode, connections: 8, perSecond: 50 }),
  ];
  const calls = await startCalls(nginx.url, cookie);
  await sleep(2_000);
  const began = performance.now();
  const problems = await work(hop);
  const gap = Math.max(...visits.map((one) => longestGap(one, began, performance.now())));
  await sleep(1_000);
  await calls.stop();
  for (const one of visits) await one.stop();
  const { summary, problems: lost } = await reconcile(database, merge(visits), timeouts);
  await nginx.stop();
  await hop.stop();
  const { statuses } = calls;
  const failedCalls = statuses.filter((status) => status !== 200);
  return {
    summary: `${summary}; ${visits[1]?.answers.length} of them through nginx; longest pause ${seconds(gap)}; ${statuses.length} calls`,
    problems: [
      ...problems,
      ...visits.flatMap(failures),
      ...unless(
        statuses.length > 0 && failedCalls.length === 0,
        `${failedCalls.length} calls failed (${failedCalls[0]})`,
      ),
      ...lost,
    ],
  };
}

/**
 * Changes a link ten times per second through the proxy, which retries no PUT. @returns the statuses, 0 for no response
 */
async function startCalls(url: string, cookie: string) {
  const call = (method: string, path: string, body: object) =>
    fetch(`${url}/api/urls${path}`, {
      method,
      headers: { cookie, "Content-Type": "application/json", Origin: url },
      body: JSON.stringify(body),
    });
  const created = await call("POST", "", { originalUrl: "https://example.com/reload" });
  const { id } = (await created.json()) as { id: string };
  let isStopped = false;
  const statuses: number[] = [];
  const running = (async () => {
    for (let turn = 0; !isStopped; turn++) {
      const response = await call("PUT", `/${id}`, { originalUrl: `https://example.com/${turn}` }).catch(() => null);
      await response?.arrayBuffer().catch(() => undefined);
      statuses.push(response?.status ?? 0);
      await sleep(100);
    }
  })();
  return {
    statuses,
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

function merge(all: Visits[]): Visits {
  return {
    answers: all.flatMap(({ answers }) => answers),
    unanswered: all.flatMap(({ unanswered }) => unanswered),
    refused: 0,
    sentAgain: all.reduce((sum, { sentAgain }) => sum + sentAgain, 0),
    stop: async () => undefined,
  };
}

/** Responses that are not redirects, missing ones, and connections that were refused or closed too early. */
function failures({ answers, unanswered, refused, sentAgain }: Visits): string[] {
  const wrong = answers.filter(({ status }) => status !== 302);
  const count = wrong.length + unanswered.length + refused + sentAgain;
  return unless(count === 0, `${count} failed (${unanswered[0]?.error ?? wrong[0]?.status ?? "not accepted"})`);
}

function expectTaken({ code, output }: Reload, what: string): string[] {
  return unless(code === 0, `${what}: exit code ${code}, ${output}`);
}

/** B24: reloads of the same build, then of another version with a migration. */
export async function reloadUnderLoad(server: Server, timeouts?: Timeouts): Promise<Outcome[]> {
  const promise = "hop reload at 500 requests/s, twice, and of another build with a migration: 0 failed";
  const build = copyBuildAs("99.0.0");
  addMigration(build, MIGRATION, "ALTER TABLE short_urls ADD COLUMN bench_note text NOT NULL DEFAULT '';");
  const times: number[] = [];
  const timed = async (reloading: Promise<Reload>) => {
    const began = performance.now();
    const result = await reloading;
    times.push(performance.now() - began);
    return result;
  };
  const { summary, problems } = await underLoad(
    server,
    async (hop) => {
      const first = await timed(hopReload(hop));
      const second = await timed(hopReload(hop));
      const third = await timed(hopReload(hop, build));
      return [
        ...expectTaken(first, "first reload"),
        ...expectTaken(second, "second reload"),
        ...expectTaken(third, "reload of another build"),
        ...unless(third.output.includes("99.0.0") && third.output.includes(MIGRATION), third.output),
        ...unless(await doesRun(hop, build), "processes of the earlier build are left"),
      ];
    },
    timeouts,
  );
  return [judged("B24", promise, `after ${times.map(seconds).join(", ")}; ${summary}`, problems)];
}

/** Whether each role runs once, from this build. */
async function doesRun(hop: Instance, build: string): Promise<boolean> {
  const { processFolder } = await import("@/lib/process");
  const pids = (["front", "app", "worker"] as const).map((role) => pidsOf(hop, role));
  return pids.every((of) => of.length === 1 && of.every((pid) => processFolder(pid) === build));
}

/** B24, for e2e: two reloads at once, then one by signal, under visits on the port. Leaves it running. */
export async function reloadTwice(visited: Visited): Promise<Outcome> {
  const { hop, earlier } = visited;
  await visitAll(visited);
  const visits = startVisits({ targets: [hop.url], code: someCode, connections: 8, perSecond: 200 });
  earlier.push(visits);
  await until(() => visits.answers.length > 300, LIMIT_MS);
  const [first] = pidsOf(hop, "front");
  const cached = await cachedLinks(hop);
  const two = await Promise.all([hopReload(hop), hopReload(hop)]);
  const [second] = pidsOf(hop, "front");
  const cachedAfter = await cachedLinks(hop);
  const refused = refusals(hop);
  signal(hop.pid, "SIGUSR2");
  await until(() => isAlone(hop, second) || refusals(hop) > refused, RELOAD_LIMIT_MS, 50);
  const isReplaced = isAlone(hop, second);
  await visits.stop();
  return judged("B24", "two reloads at once, and SIGUSR2: 0 failed", `${visits.answers.length} answered`, [
    ...failures(visits),
    ...unless(String(two.map(({ code }) => code).sort()) === "0,1", `two at once: ${JSON.stringify(two)}`),
    ...unless(first !== second, "the front was not replaced"),
    ...unless(isReplaced, `the front was not replaced after SIGUSR2; the log ends with: ${hop.output().slice(-2_000)}`),
    ...unless(cachedAfter >= cached, `${cached} links in memory before, ${cachedAfter} after`),
  ]);
}

/** Whether there is one process of each role, and another front. */
function isAlone(hop: Instance, earlier: number | undefined): boolean {
  const pids = (["front", "app", "worker"] as const).map((role) => pidsOf(hop, role));
  return pids.every((of) => of.length === 1) && pids[0]?.[0] !== earlier;
}

/** How many reloads its log says it has refused. */
function refusals(hop: Instance): number {
  return hop.output().split("not reloaded").length - 1;
}

async function cachedLinks(hop: Instance): Promise<number> {
  const health = (await (await fetch(`${hop.url}/health/ready`)).json()) as { cachedLinks: number };
  return health.cachedLinks;
}

/** B24: builds whose check, app, worker or front fails, and two reloads at once. */
export async function refuseBrokenBuilds(server: Server, timeouts?: Timeouts): Promise<Outcome[]> {
  const promise = "hop reload of broken builds, and two at once: the old version continues, 0 failed";
  const bundles = ["reload-check", "app", "worker", "front"] as const;
  const builds = bundles.map((bundle) => {
    const build = copyBuildAs(`broken-${bundle}`);
    breakBuild(build, bundle);
    return build;
  });
  const { summary, problems } = await underLoad(
    server,
    async (hop) => {
      const before = pidsOf(hop, "front");
      const refused: Reload[] = [];
      for (const build of builds) refused.push(await hopReload(hop, build));
      const isSame = await until(() => String(pidsOf(hop, "front")) === String(before), 5_000, 50);
      const two = await Promise.all([hopReload(hop), hopReload(hop)]);
      return [
        ...refused.flatMap(({ code, output }) => unless(code === 1 && output.includes("Not reloaded"), output)),
        ...unless(isSame, "the front was replaced"),
        ...unless(String(two.map(({ code }) => code).sort()) === "0,1", `two at once: ${JSON.stringify(two)}`),
      ];
    },
    timeouts,
  );
  return [judged("B24", promise, summary, problems)];
}

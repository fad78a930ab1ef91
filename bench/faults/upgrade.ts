import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, thousands, unless } from "@/bench/faults/outcome";
import { codesThatDiffer } from "@/bench/faults/reconcile";
import {
  addCallers,
  askCalls,
  type Callers,
  findDifferences,
  fingerprint,
  saveSettings,
} from "@/bench/faults/upgrade-data";
import { judgePages, startPageLoads } from "@/bench/faults/upgrade-pages";
import { readProgress, startCallers, statusesOf, watchDatabase } from "@/bench/faults/upgrade-watch";
import { startBalancer } from "@/bench/harness/balancer";
import { codeOf, type Database, readStored, type Server, type Stored, scratchFolder } from "@/bench/harness/database";
import { fillPrevious, startPrevious } from "@/bench/harness/previous";
import { signal, until } from "@/bench/harness/processes";
import { type Instance, type InstanceOptions, pidsOf, startEverything } from "@/bench/harness/product";
import { percentile } from "@/bench/harness/statistics";
import { receivedByCode, startVisits, type Visits } from "@/bench/harness/visitors";
import { freePort } from "@/e2e/hop";
import { readBacklog } from "@/lib/clicks/backlog";

const LINKS = 2_000;
const DAYS = 120;
const VISITED_LINKS = 200;
const VISITS_PER_SECOND = 300;
const HEALTHY_MS = 5_000;
const BETWEEN_MS = 3_000;
const KILLS = 3;
const SETTLE_MS = 60_000;
/** Timeout for converting the first release's 10,000,000 clicks, with room to spare. */
const CONVERT_MS = 90 * 60_000;
const MAX_WRITE_MS = 3_000;
const SECRET = "the secret of both instances, long enough for Hop";

type Snapshot = {
  taken: Date;
  stored: Stored;
  prints: Map<string, string>;
  responses: Map<string, unknown>;
  bytes: number;
};

type Times = { began: number; stopped: number; upgraded: number; converted: number };

/** B19: two instances of the previous release behind HAProxy are upgraded one after the other. */
export async function upgradeFromPrevious(server: Server, clicks: number): Promise<Outcome[]> {
  const { database, options, instances, callers } = await startTwo(server, clicks);
  const balancer = await startBalancer(options.map(({ port }) => port));
  await saveSettings(balancer.url, callers);
  const before = await takeSnapshot(database, balancer.url, callers, "clicks");
  const visits = startVisits({
    targets: [balancer.url],
    code: someCode,
    connections: 16,
    perSecond: VISITS_PER_SECOND,
  });
  const calls = startCallers(balancer.url, callers);
  const pages = startPageLoads(balancer.url);
  const watch = watchDatabase(database);
  const times: Times = { began: performance.now(), stopped: 0, upgraded: 0, converted: 0 };
  await sleep(HEALTHY_MS);
  times.stopped = performance.now();
  const upgraded: Instance[] = [];
  for (const [index, option] of options.entries()) {
    await instances[index]?.stop();
    upgraded.push(await startEverything(option));
    await sleep(BETWEEN_MS);
  }
  times.upgraded = performance.now();
  await pages.stop();
  const conversion = await killConverting(database, upgraded);
  times.converted = performance.now();
  await Promise.all([visits.stop(), calls.stop(), watch.stop()]);
  const waiting = await untilStored(database, before.stored, visits, options);
  const after = await takeSnapshot(database, balancer.url, callers, "stored_clicks", before.taken);
  const migrations = await readMigrations(database, before.taken);
  const failures = balancer.failures();
  await balancer.stop();
  for (const instance of upgraded) await instance.stop();
  return [
    judgeVisits({ visits, before: before.stored, after: after.stored, waiting, failures }),
    judgeNumbers(before, after),
    judgeMigrations({ migrations, calls, watch, visits, times }),
    judgePages(pages.loads),
    judgeConversion({ ...conversion, before, after, visits, watch, times }),
  ];
}

const someCode = () => codeOf(1 + Math.floor(Math.random() * VISITED_LINKS));

type Option = InstanceOptions & { port: number };

async function startTwo(server: Server, clicks: number) {
  const database = await server.createDatabase({ migrated: false });
  await fillPrevious(database.url, { clicks, links: LINKS, days: DAYS });
  const callers = await addCallers(database);
  // Both share one base URL, since the balancer may use either.
  const variables = { AUTH_SECRET: SECRET, FAVICONS: "off", BASE_URL: "http://links.hop.example" };
  const option = async () => ({
    dataDir: scratchFolder(),
    databaseUrl: database.url,
    port: await freePort(),
    variables,
  });
  const options: Option[] = [await option(), await option()];
  const instances = await Promise.all(options.map(startPrevious));
  return { database, options, instances, callers };
}

async function takeSnapshot(
  database: Database,
  url: string,
  callers: Callers,
  clicks: "clicks" | "stored_clicks",
  taken = new Date(),
): Promise<Snapshot> {
  const { rows } = await database.pool.query<{ bytes: string }>("SELECT pg_database_size(current_database()) AS bytes");
  const stored = await readStored(database, clicks);
  return {
    taken,
    stored,
    prints: await fingerprint(database, { before: taken, clicks, size: stored.rows }),
    responses: await askCalls(url, callers, taken),
    bytes: Number(rows[0]?.bytes ?? 0),
  };
}

/** Sends kill -9 to the workers three times while clicks are moved, then waits until all are moved. */
async function killConverting(database: Database, instances: Instance[]) {
  const killedAt: number[] = [];
  const began = performance.now();
  await until(async () => ((await readProgress(database))?.done ?? 0) > 0, SETTLE_MS, 50);
  const first = await readProgress(database);
  const left = (first?.total ?? 0) - (first?.done ?? 0);
  let isMonotonic = true;
  let last = 0;
  const look = async () => {
    const progress = await readProgress(database);
    if ((progress?.done ?? 0) < last) isMonotonic = false;
    last = progress?.done ?? 0;
    return progress;
  };
  for (let kill = 1; kill <= KILLS; kill++) {
    const goal = (first?.done ?? 0) + (left * kill) / (KILLS + 2);
    await until(async () => ((await look())?.done ?? 0) >= goal, CONVERT_MS / KILLS, 20);
    if ((await look())?.isFinished) break;
    killedAt.push(last);
    for (const instance of instances) for (const pid of pidsOf(instance, "worker")) signal(pid, "SIGKILL");
  }
  const resumed = performance.now();
  const isFinished = await until(async () => (await look())?.isFinished ?? false, CONVERT_MS, 100);
  const moved = last - (killedAt.at(-1) ?? 0);
  const perSecond = moved / ((performance.now() - resumed) / 1_000);
  return { killedAt, isMonotonic, isFinished, done: last, perSecond, tookMs: performance.now() - began, resumed };
}

/** @returns clicks left in the spools */
async function untilStored(database: Database, before: Stored, visits: Visits, options: Option[]): Promise<number> {
  const received = [...receivedByCode(visits).values()].reduce((sum, count) => sum + count, 0);
  const waiting = async () => {
    const spools = await Promise.all(options.map(({ dataDir }) => readBacklog(path.join(dataDir, "spool"))));
    return spools.reduce((sum, { waitingClicks }) => sum + waitingClicks, 0);
  };
  const counted = async () => {
    const { rows } = await database.pool.query<{ clicks: string }>("SELECT sum(click_count) AS clicks FROM short_urls");
    return Number(rows[0]?.clicks ?? 0) - before.counters;
  };
  await until(async () => (await counted()) >= received && (await waiting()) === 0, SETTLE_MS, 100);
  return waiting();
}

type Applied = { count: number; totalMs: number; longest: { name: string; ms: number } };

async function readMigrations({ pool }: Database, after: Date): Promise<Applied> {
  const { rows } = await pool.query<{ name: string; ms: string; began: Date; ended: Date }>(
    `SELECT migration_name AS name, extract(epoch FROM finished_at - started_at) * 1000 AS ms, started_at AS began,
            finished_at AS ended
     FROM _prisma_migrations WHERE started_at > $1 ORDER BY ms DESC`,
    [after],
  );
  const began = Math.min(...rows.map((row) => row.began.getTime()));
  const ended = Math.max(...rows.map((row) => row.ended.getTime()));
  const longest = { name: rows[0]?.name ?? "", ms: Number(rows[0]?.ms ?? 0) };
  return { count: rows.length, totalMs: ended - began, longest };
}

type Visited = { visits: Visits; before: Stored; after: Stored; waiting: number; failures: string[] };

function judgeVisits({ visits, before, after, waiting, failures }: Visited): Outcome {
  const received = [...receivedByCode(visits).values()].reduce((sum, count) => sum + count, 0);
  const wrong = visits.answers.filter(({ status }) => status !== 302);
  const failed = wrong.length + visits.unanswered.length + visits.refused;
  const stored = after.rows - before.rows;
  const differing = codesThatDiffer(before, after, visits);
  return judged(
    "B19",
    "rolling upgrade of two instances from the previous release under load: 0 failed redirects, 0 clicks lost or doubled",
    `${thousands(visits.answers.length)} redirects, ${failed} failed, ${visits.sentAgain} sent again; ` +
      `${thousands(received)} received, ${thousands(stored)} stored`,
    [
      ...unless(
        failed === 0,
        `failed: ${visits.unanswered[0]?.error ?? wrong[0]?.status ?? "refused"} (${failures.join("; ")})`,
      ),
      ...unless(visits.sentAgain > 0 || differing.length === 0, `${differing.length} links differ (${differing[0]})`),
      ...unless(stored >= received && stored <= received + visits.sentAgain, "the stored clicks differ"),
      ...unless(after.distinct === after.rows, `${after.rows - after.distinct} stored twice`),
      ...unless(after.counters - before.counters === stored, "the counters differ"),
      ...unless(after.rollups - before.rollups === stored, "the rollups differ"),
      ...unless(waiting === 0, `${waiting} left in the spools`),
    ],
  );
}

function judgeNumbers(before: Snapshot, after: Snapshot): Outcome {
  const tables = [...before.prints].filter(([table, print]) => after.prints.get(table) !== print);
  const differences = [...before.responses].flatMap(([call, response]) =>
    findDifferences(response, after.responses.get(call), call),
  );
  const failing = [...after.responses].filter(([, response]) => (response as { status: number }).status !== 200);
  return judged(
    "B19",
    "the same before and after: users, groups, keys, sessions, settings, links, totals, breakdowns, counts per day, clicks",
    `${before.prints.size} tables of ${thousands(before.stored.rows)} clicks compared, ${before.responses.size} calls with the earlier session and key`,
    [
      ...tables.map(([table, print]) => `${table}: ${print} became ${after.prints.get(table)}`),
      ...unless(differences.length === 0, `${differences.length} differences: ${differences.slice(0, 5).join("; ")}`),
      ...failing.map(([call, response]) => `${call} returned ${(response as { status: number }).status}`),
    ],
  );
}

type Rolled = {
  migrations: Applied;
  calls: ReturnType<typeof startCallers>;
  watch: ReturnType<typeof watchDatabase>;
  visits: Visits;
  times: Times;
};

function judgeMigrations({ migrations, calls, watch, visits, times }: Rolled): Outcome {
  const { began, stopped, upgraded } = times;
  const created = calls.created(stopped, upgraded);
  const slowest = Math.max(...created.map(({ ms }) => ms));
  const failed = [...created, ...calls.looked(stopped, upgraded)].filter(
    ({ status }) => status !== 201 && status !== 200,
  );
  const pause = watch.longestPause(stopped, upgraded);
  const longestWait = watch.longestLockWait(stopped, upgraded);
  return judged(
    "B19",
    `during the migrations at start no write waits for a lock for over ${MAX_WRITE_MS / 1_000} s, and no call fails`,
    `${migrations.count} migrations in ${seconds(migrations.totalMs)}, the longest ${seconds(migrations.longest.ms)} ` +
      `(${migrations.longest.name}); longest wait for a lock ` +
      `${seconds(longestWait)}, longest pause of counting ${seconds(pause)}; slowest of ${created.length} creations ` +
      `${seconds(slowest)}, while an app started; ` +
      `redirects p99 ${p99(visits, began, stopped)}, during the upgrade ${p99(visits, stopped, upgraded)}`,
    [
      ...unless(longestWait <= MAX_WRITE_MS, "a write waited too long"),
      ...unless(failed.length === 0, `calls failed: ${statusesOf(failed)} (${failed[0]?.path})`),
    ],
  );
}

type Converted = Awaited<ReturnType<typeof killConverting>> & {
  before: Snapshot;
  after: Snapshot;
  visits: Visits;
  watch: ReturnType<typeof watchDatabase>;
  times: Times;
};

function judgeConversion({
  killedAt,
  isMonotonic,
  isFinished,
  done,
  perSecond,
  tookMs,
  before,
  after,
  visits,
  watch,
  times: { converted },
  resumed,
}: Converted): Outcome {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
  return judged(
    "B19",
    `kill -9 of the workers ${KILLS} times during the background migration: it continues, and its progress never goes back`,
    `killed at ${killedAt.map(thousands).join(", ")}; ${thousands(done)} clicks moved, ${seconds(tookMs)} after both were ` +
      `upgraded (${thousands(Math.round(perSecond))} per second); after the last kill redirects p99 ${p99(visits, resumed, converted)}, longest ` +
      `pause of counting ${seconds(watch.longestPause(resumed, converted))}; database ${megabytes(before.bytes)}, then ${megabytes(after.bytes)}`,
    [
      ...unless(killedAt.length === KILLS, "it finished before the last kill"),
      ...unless(isMonotonic, "the progress went back"),
      ...unless(isFinished, "it did not finish"),
    ],
  );
}

function p99(visits: Visits, from: number, to: number): string {
  const times = visits.answers.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms);
  return `${percentile(times, 0.99).toFixed(1)} ms`;
}

import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, skipped, thousands, unless } from "@/bench/faults/outcome";
import { type Changed, changeAndList } from "@/bench/faults/replica-changes";
import { type Readers, startReaders } from "@/bench/faults/replica-readers";
import { codeOf, insertLinks, insertSession, run, scratchFolder } from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { type Instance, startEverything } from "@/bench/harness/product";
import { type DebianPostgres, type Replicated, startReplicated } from "@/bench/harness/replicated";
import { startVisits } from "@/bench/harness/visitors";
import { freePort } from "@/e2e/hop";

const LINKS = 20_000;
const VISITS_PER_SECOND = 200;
const HEALTHY_MS = 10_000;
const FAULT_MS = 8_000;
const CHANGES = 10;
const EXTRA_MS = 300;
const BACK_MS = 30_000;

type Installation = Replicated & { hop: Instance; cookie: string; metricsUrl: string };
type Fault = { name: string; cause: () => Promise<void>; undo: () => Promise<void> };

/** B23: lists and statistics read from a streaming replica, which falls behind, dies, freezes and comes back. */
export async function surviveReplica(): Promise<Outcome[]> {
  const replicated = await startReplicated();
  if (!replicated) return [skipped("B23", "replica far behind or gone", "needs Debian's postgresql-15")];
  const { database, replica } = replicated;
  await insertLinks(database, LINKS);
  const metrics = `127.0.0.1:${await freePort()}`;
  const variables = {
    DATABASE_REPLICA_URL: `postgresql://hop@127.0.0.1:${replica.port}/hop`,
    METRICS_ADDRESS: metrics,
  };
  const hop = await startEverything({ dataDir: scratchFolder(), databaseUrl: database.url, variables });
  const cookie = await insertSession(database);
  const installation = { ...replicated, hop, cookie, metricsUrl: `http://${metrics}/metrics` };
  const code = () => codeOf(1 + Math.floor(Math.random() * LINKS));
  const visits = startVisits({ targets: [hop.url], code, connections: 8, perSecond: VISITS_PER_SECOND });
  const outcomes = await judgeAll(installation);
  await visits.stop();
  await hop.stop();
  await replica.stop();
  await replicated.primary.stop();
  return outcomes;
}

async function judgeAll(installation: Installation): Promise<Outcome[]> {
  await until(() => isUsed(installation), BACK_MS, 100);
  const readers = startReaders(installation.hop.url, installation.cookie);
  // The first call of each kind loads its code.
  await until(() => readers.hasReadAll(), BACK_MS, 100);
  readers.take();
  const before = await counts(installation);
  await sleep(HEALTHY_MS);
  const healthy = readers.take();
  const after = await counts(installation);
  const outcomes = [judgeShare(healthy, after.replica - before.replica, after.primary - before.primary)];
  outcomes.push(judgeChanges("replica in use", await changeAndList(installation, CHANGES)));
  readers.take();
  for (const fault of faultsOf(installation))
    outcomes.push(await suffer(installation, readers, healthy.slowest, fault));
  await readers.stop();
  return outcomes;
}

function faultsOf({ replica }: Installation): Fault[] {
  const superuser = replica.url.replace(/postgres$/, "hop");
  return [
    {
      name: "far behind (replay paused)",
      cause: () => run(superuser, "SELECT pg_wal_replay_pause()"),
      undo: () => run(superuser, "SELECT pg_wal_replay_resume()"),
    },
    {
      name: "frozen (SIGSTOP)",
      cause: async () => replica.signal("SIGSTOP"),
      undo: async () => replica.signal("SIGCONT"),
    },
    {
      name: "killed (kill -9)",
      cause: async () => replica.signal("SIGKILL"),
      undo: () => replica.start(),
    },
    silent(replica),
  ];
}

/** Like a machine that is just starting: connections succeed, but nobody answers. */
function silent(replica: DebianPostgres): Fault {
  const server = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
  const sockets = new Set<Socket>();
  return {
    name: "replaced by an address that accepts connections and never answers",
    cause: async () => {
      await replica.stop();
      await new Promise<void>((resolve) => server.listen(replica.port, "127.0.0.1", resolve));
    },
    undo: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await replica.start();
    },
  };
}

async function suffer(installation: Installation, readers: Readers, healthySlowest: number, fault: Fault) {
  await fault.cause();
  await sleep(FAULT_MS);
  const duringFault = readers.take();
  const changed = await changeAndList(installation, CHANGES);
  const isLeft = !(await isUsed(installation));
  readers.take();
  await fault.undo();
  const undone = performance.now();
  const isBack = await until(() => isUsed(installation), BACK_MS, 100);
  const backAfter = performance.now() - undone;
  const { failed } = readers.take();
  const extra = duringFault.slowest - healthySlowest;
  return judged(
    "B23",
    `replica ${fault.name}: lists from the primary, at most ${EXTRA_MS} ms later, without an error; changes and revoked rights show at once`,
    `${thousands(duringFault.count)} lists, slowest ${seconds(duringFault.slowest)} (healthy ${seconds(healthySlowest)}); ${describe(changed)}; in use again ${seconds(backAfter)} after the end`,
    [
      ...unless(duringFault.failed + failed === 0, `${duringFault.failed + failed} lists failed`),
      ...unless(extra <= EXTRA_MS, `the slowest took ${seconds(extra)} longer`),
      ...problemsOf(changed),
      ...unless(isLeft, "it was still in use"),
      ...unless(isBack, "it was not used again"),
    ],
  );
}

function judgeShare({ count, failed, slowest, median }: ReturnType<Readers["take"]>, replica: number, primary: number) {
  const share = replica / Math.max(1, replica + primary);
  return judged(
    "B23",
    `lists and statistics come from the replica while ${VISITS_PER_SECOND} clicks/s are stored`,
    `${thousands(count)} lists, median ${median.toFixed(0)} ms, slowest ${seconds(slowest)}; ${(share * 100).toFixed(0)} % of their queries answered by the replica`,
    [...unless(failed === 0, `${failed} lists failed`), ...unless(share > 0.5, "most came from the primary")],
  );
}

function judgeChanges(name: string, changed: Changed): Outcome {
  return judged(
    "B23",
    `${name}: what somebody changes is in their next list, and a revoked right at once`,
    describe(changed),
    problemsOf(changed),
  );
}

function describe({ changes, revocations }: Changed): string {
  return `${changes} changes, ${revocations} revocations`;
}

function problemsOf({ missing, leaked }: Changed): string[] {
  return [
    ...unless(missing === 0, `${missing} changes were not in the next list`),
    ...unless(leaked === 0, `${leaked} revoked rights still showed links`),
  ];
}

async function isUsed({ metricsUrl }: Installation): Promise<boolean> {
  return (await metric(metricsUrl, /^hop_replica_used\{.*\} (\d+)/m)) === 1;
}

async function counts({ metricsUrl }: Installation): Promise<{ replica: number; primary: number }> {
  return {
    replica: await metric(metricsUrl, /^hop_list_queries_total\{.*server="replica".*\} (\d+)/m),
    primary: await metric(metricsUrl, /^hop_list_queries_total\{.*server="primary".*\} (\d+)/m),
  };
}

async function metric(url: string, pattern: RegExp): Promise<number> {
  const text = await fetch(url).then((response) => response.text());
  return Number(pattern.exec(text)?.[1] ?? Number.NaN);
}

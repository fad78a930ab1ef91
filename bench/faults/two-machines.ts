import { execFile } from "node:child_process";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { judged, type Outcome, seconds, skipped, thousands, unless } from "@/bench/faults/outcome";
import { reconcile } from "@/bench/faults/reconcile";
import { codeOf, type Database, insertLinks, type Server, scratchFolder } from "@/bench/harness/database";
import { createNetwork, type Host, type Network } from "@/bench/harness/network";
import { signal, until } from "@/bench/harness/processes";
import { type Instance, pidsOf, startEverything, statusOf } from "@/bench/harness/product";
import { mergeVisits, startVisits, type Visits } from "@/bench/harness/visitors";
import { readDrained } from "@/lib/clicks/backlog";
import { listSegments, segmentKey } from "@/lib/clicks/segments";

const LINKS = 200;
const PER_SECOND = 500;
const CONNECTIONS = 16;
const WARM_UP_MS = 60_000;
/** After these, each link is in both caches. */
const WARM_UP_VISITS = 2_000;
const WAITING_MS = 3_000;
const ALONE_MS = 5_000;
const TOGETHER_MS = 3_000;
const RETURN_MS = 60_000;
/** HAProxy's checks fail twice, a second apart and with a timeout of a second. */
const NOTICED_MS = 5_000;
const PORT = 3000;

type Loss = {
  name: string;
  promise: string;
  /** Whether nobody is notified, as in a power failure. */
  isSilent: boolean;
  /** Whether its spool is imported on the other machine, twice, before it returns. */
  isImported: boolean;
};

const LOSSES: Loss[] = [
  {
    name: "two machines, one killed (SIGKILL)",
    promise: "redirects continue on the other; when it returns, its clicks are stored, none lost or counted twice",
    isSilent: false,
    isImported: false,
  },
  {
    name: "two machines, one powered off (network cut, SIGKILL)",
    promise: "the same; a copy of its spool is imported on the other, and adds nothing again, nor does its return",
    isSilent: true,
    isImported: true,
  },
];

type Machine = { host: Host; dataDir: string; hop: Instance };

/** B20M: one of two machines behind HAProxy dies under load, its spool is imported on the other, and it returns. */
export async function loseMachine(server: Server): Promise<Outcome[]> {
  const network = createNetwork();
  if (typeof network === "string")
    return LOSSES.map(({ name, promise }) => skipped("B20M", `${name}: ${promise}`, network));
  const database = await server.createDatabase();
  await insertLinks(database, LINKS);
  const [a, b] = await Promise.all([
    startMachine(network, "a", 21, database),
    startMachine(network, "b", 22, database),
  ]);
  const lab: Lab = { network, database, haproxy: startHaproxy(network), earlier: [] };
  const isUp = async () => (await statusOf(`${lab.haproxy}/no-such-code`)) === 404;
  if (!(await until(isUp, WARM_UP_MS, 100))) throw new Error("HAProxy leads to no machine");
  const outcomes: Outcome[] = [];
  for (const loss of LOSSES) outcomes.push(await loseOne(lab, loss, a, b));
  await Promise.all([a.hop.stop(), b.hop.stop()]);
  return outcomes;
}

async function startMachine(network: Network, name: string, last: number, database: Database): Promise<Machine> {
  const host = network.addHost(name, last);
  const dataDir = scratchFolder();
  return { host, dataDir, hop: await startHopOn(network, host, dataDir, database) };
}

/** Every network namespace reaches the database through its Unix socket. */
function startHopOn({ subnet }: Network, host: Host, dataDir: string, database: Database): Promise<Instance> {
  const variables = { HOST: "0.0.0.0", TRUSTED_PROXIES: subnet };
  return startEverything({ dataDir, databaseUrl: database.url, port: PORT, variables, program: host.node });
}

function startHaproxy(network: Network): string {
  const config = readFileSync("deploy/haproxy/hop.cfg", "utf8")
    .replace("bind :80", "bind :8080")
    // All visitors come from one address.
    .replace("balance source", "balance hdr(X-Forwarded-For)")
    .replaceAll("10.0.0.", network.addressOf(0).slice(0, -1));
  const file = path.join(scratchFolder(), "hop.cfg");
  writeFileSync(file, config);
  network.startAtHub(["haproxy", "-db", "-f", file]);
  return `http://${network.addressOf(1)}:8080`;
}

/** Whether a segment is stored up to its end. Its file stays for some minutes, since it may have a writer. */
async function isStored(spool: string, segment: string): Promise<boolean> {
  const size = statSync(path.join(spool, segment), { throwIfNoEntry: false })?.size;
  return size === undefined || size === (await readDrained(spool, segmentKey(segment)));
}

/** Clicks that no worker has noted as stored. Exact, unlike `readBacklog`. */
async function countWaiting(spool: string, segments: readonly string[]): Promise<number> {
  let lines = 0;
  for (const segment of segments) {
    const bytes = readFileSync(path.join(spool, segment)).subarray(await readDrained(spool, segmentKey(segment)));
    lines += bytes.toString("latin1").split("\n").length - 1;
  }
  return lines;
}

type Lab = { network: Network; database: Database; haproxy: string; earlier: Visits[] };

async function loseOne(lab: Lab, loss: Loss, lost: Machine, left: Machine): Promise<Outcome> {
  const { name, promise, isSilent, isImported } = loss;
  const { network, database, haproxy, earlier } = lab;
  const spool = path.join(lost.dataDir, "spool");
  let turn = 0;
  const code = () => codeOf(1 + (turn++ % LINKS));
  const visits = startVisits({ targets: [haproxy], code, connections: CONNECTIONS, perSecond: PER_SECOND });
  await until(() => visits.answers.length > WARM_UP_VISITS, WARM_UP_MS);
  // From now on, its clicks wait in the spool.
  for (const pid of pidsOf(lost.hop, "worker")) signal(pid, "SIGSTOP");
  await sleep(WAITING_MS);
  const lostAt = performance.now();
  if (isSilent) lost.host.cut();
  await lost.hop.killAll();
  const segments = listSegments(spool);
  const waitingClicks = await countWaiting(spool, segments);
  await sleep(ALONE_MS);
  const imports = isImported ? await importTwice(left, database, spool) : undefined;
  lost.host.repair();
  lost.hop = await startHopOn(network, lost.host, lost.dataDir, database);
  const returnedAt = performance.now();
  const areStored = async () => (await Promise.all(segments.map((one) => isStored(spool, one)))).every(Boolean);
  const isDrained = await until(areStored, RETURN_MS, 20);
  const drained = performance.now() - returnedAt;
  await sleep(TOGETHER_MS);
  await visits.stop();
  earlier.push(withDoubts(visits));
  const { summary, problems } = await reconcile(database, mergeVisits(earlier));
  const failures = visits.answers.filter(({ status }) => status !== 302);
  const failed = failures.length + visits.unanswered.length + visits.refused;
  const slowest = Math.max(...visits.answers.map(({ ms }) => ms));
  const imported = imports ? `, ${imports.map(thousands).join(" and then ")} imported` : "";
  return judged(
    "B20M",
    `${name}: ${promise}`,
    `${thousands(failed)} of ${thousands(visits.answers.length)} visits failed, the slowest took ${seconds(slowest)}; ${thousands(waitingClicks)} clicks waited on the lost machine${imported}; back after ${seconds(returnedAt - lostAt)}, they were stored ${seconds(drained)} later; ${summary}`,
    [
      ...unless(failed <= CONNECTIONS, "more visits failed than were in progress"),
      ...unless(
        failures.every(({ at }) => at - lostAt < NOTICED_MS),
        "visits failed after the loss was noticed",
      ),
      ...unless(slowest <= NOTICED_MS, "visits waited too long"),
      ...unless(waitingClicks > 0, "no click waited"),
      ...unless(!imports || isOnce(imports, waitingClicks), "the clicks were not imported once"),
      ...unless(isDrained, "the machine did not store them"),
      ...problems,
    ],
  );
}

/** A worker that was stopped between a commit and its note leaves clicks that only seem to wait. */
function isOnce([first = 0, second = 0]: number[], waiting: number): boolean {
  return first > 0 && first <= waiting && second === 0;
}

/** The click of a visit that HAProxy answers with an error may or may not be stored. */
function withDoubts({ answers, unanswered, ...rest }: Visits): Visits {
  const errors = answers.filter(({ status }) => status >= 500).map(({ at, status }) => ({ at, error: String(status) }));
  return { ...rest, answers, unanswered: [...unanswered, ...errors] };
}

async function importTwice(machine: Machine, database: Database, spool: string): Promise<number[]> {
  const copy = path.join(scratchFolder(), "spool");
  cpSync(spool, copy, { recursive: true });
  return [await importOn(machine, database, copy), await importOn(machine, database, copy)];
}

/** @returns how many clicks were stored */
async function importOn({ host, dataDir }: Machine, { url }: Database, folder: string): Promise<number> {
  const args = ["server/bootstrap/hop.mjs", "spool", "import", folder, "--json"];
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(host.node, args, { env }).catch((error: { stdout: string }) => {
    throw new Error(`hop spool import failed: ${error.stdout}`);
  });
  return (JSON.parse(stdout) as { stored: number }).stored;
}

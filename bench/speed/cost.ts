import { readFileSync } from "node:fs";
import path from "node:path";
import { codeOf, type Database, readNumber } from "@/bench/harness/database";
import { load } from "@/bench/harness/load";
import { until, withDescendants } from "@/bench/harness/processes";
import { startBaseline, startRole } from "@/bench/harness/product";
import { median } from "@/bench/harness/statistics";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";

const CODE = codeOf(1);
const MAX_DRAIN_MS = 60_000;
const POLL_MS = 200;
/** One tick of /proc/PID/stat (proc(5)): USER_HZ is 100 on Linux. */
const TICK_MICROSECONDS = 10_000;

type Part = "front" | "worker" | "Postgres";
type Times = Record<Part, number>;

/** A18: CPU time of all processes while a load visits one code, and until the last click is committed. */
export async function measureCost(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const options = { dataDir: path.join(bench.folder, "cost"), databaseUrl: database.url };
  const front = await startRole("front", options);
  const worker = await startRole("worker", options);
  const pids = { front: front.pid, worker: worker.pid, Postgres: bench.server.postgres().pid };
  const visit = () =>
    load({ url: front.url, paths: { kind: "one", path: `/${CODE}` }, seconds: bench.seconds, folder: bench.folder });

  const rounds: Times[] = [];
  const baselines: number[] = [];
  // The first round compiles the code.
  for (let round = 0; round <= bench.rounds; round++) {
    const stored = await clicksOf(database);
    const before = timesOf(pids);
    const { requests } = await visit();
    const isStored = async () => (await clicksOf(database)) >= stored + requests;
    if (!(await until(isStored, MAX_DRAIN_MS, POLL_MS))) throw new Error("clicks are still waiting");
    const after = timesOf(pids);
    const share = (part: Part) => (after[part] - before[part]) / requests;
    if (round > 0) rounds.push({ front: share("front"), worker: share("worker"), Postgres: share("Postgres") });
    if (round > 0) baselines.push(await measureBaseline(bench));
  }
  await front.stop();
  await worker.stop();
  const part = (name: Part) => `${name} ${median(rounds.map((times) => times[name])).toFixed(1)}`;
  return [
    measured({
      id: "A18",
      what: "CPU time of a counted redirect of one hot code, from socket to committed row",
      unit: "µs",
      values: rounds.map((times) => times.front + times.worker + times.Postgres),
      atMost: 35,
      note: `${part("front")}, ${part("worker")}, ${part("Postgres")}; the baseline ${median(baselines).toFixed(1)}`,
    }),
  ];
}

async function measureBaseline({ seconds, folder }: Bench): Promise<number> {
  const baseline = await startBaseline();
  const before = processorTime(baseline.pid);
  const { requests } = await load({ url: baseline.url, paths: { kind: "one", path: "/" }, seconds, folder });
  const took = processorTime(baseline.pid) - before;
  await baseline.stop();
  return took / requests;
}

/** Reads the counter: counting rows would take Postgres longer than storing them. */
function clicksOf(database: Database): Promise<number> {
  return readNumber(database, "SELECT click_count FROM short_urls WHERE lower(short_code) = lower($1)", [CODE]);
}

function timesOf(pids: Times): Times {
  return {
    front: processorTime(pids.front),
    worker: processorTime(pids.worker),
    Postgres: processorTime(pids.Postgres),
  };
}

/** CPU microseconds of a process and its descendants, including those that have ended. */
function processorTime(pid: number): number {
  return withDescendants(pid).reduce((sum, one) => sum + ticksOf(one), 0) * TICK_MICROSECONDS;
}

function ticksOf(pid: number): number {
  try {
    // utime, stime, and those of children that were waited for.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}

import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "@/bench/harness/database";
import { memoryOf, signal, until } from "@/bench/harness/processes";
import { type Instance, pidsOf, startEverything, startRole } from "@/bench/harness/product";
import { startVisits } from "@/bench/harness/visitors";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { frontProcesses } from "@/bench/speed/redirects";

const SETTLE_MS = 5_000;
const FEW = 2_000;
const MANY = 52_000;

/** A10: resident memory when idle, and the cost of one more cached link. */
export async function measureMemory(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const at = (name: string) => ({ dataDir: path.join(bench.folder, name), databaseUrl: database.url });
  const all = await startEverything(at("memory"));
  await sleep(SETTLE_MS);
  const roles = [all.pid, ...pidsOf(all, "front"), ...pidsOf(all, "app"), ...pidsOf(all, "worker")];
  const everything = sum(roles);
  await all.stop();

  const front = await startRole("front", at("memory-front"));
  await sleep(SETTLE_MS / 2);
  const alone = sum(frontProcesses(front));
  await front.stop();

  return [
    measured({
      id: "A10",
      what: "memory, idle: supervisor, front, app and worker, resident",
      unit: "MB",
      values: [everything.resident],
      atMost: 400,
      note: `${Math.round(everything.proportional)} MB counting shared pages once`,
    }),
    measured({
      id: "A10",
      what: "memory, idle: the front alone, resident",
      unit: "MB",
      values: [alone.resident],
      atMost: 90,
      note: `${Math.round(alone.proportional)} MB counting shared pages once`,
    }),
    await measureLink(bench, at("memory-links")),
  ];
}

function sum(pids: number[]): { resident: number; proportional: number } {
  const all = pids.map(memoryOf);
  return {
    resident: all.reduce((total, { residentBytes }) => total + residentBytes, 0) / 1e6,
    proportional: all.reduce((total, { proportionalBytes }) => total + proportionalBytes, 0) / 1e6,
  };
}

/** Compares the memory after a garbage collection with few and with many links visited. */
async function measureLink(bench: Bench, at: { dataDir: string; databaseUrl: string }): Promise<Measurement> {
  const probe = path.join(bench.folder, "memory-probe");
  const many = Math.min(MANY, bench.linkCount);
  const nodeOptions = ["--expose-gc", "--require", path.resolve("bench/memory-probe.cjs")];
  const front = await startRole("front", { ...at, variables: { HOP_MEMORY_PROBE: probe } }, { nodeOptions });
  await visitEach(front, 1, FEW);
  const before = await readProbe(front, probe);
  await visitEach(front, FEW + 1, many);
  const after = await readProbe(front, probe);
  await front.stop();
  const links = many - FEW;
  return measured({
    id: "A10",
    what: "memory of each cached link",
    unit: "bytes",
    values: [(after.held - before.held) / links],
    atMost: 300,
    note: `heap, buffers and external memory after a collection, ${links.toLocaleString("en")} links; resident ${Math.round((after.resident - before.resident) / links)} bytes`,
  });
}

async function visitEach(front: Instance, from: number, to: number): Promise<void> {
  let next = from;
  const visits = startVisits({ targets: [front.url], code: () => codeOf(Math.min(next++, to)), connections: 32 });
  await until(() => next > to, 60_000, 20);
  await visits.stop();
}

async function readProbe(front: Instance, probe: string): Promise<{ held: number; resident: number }> {
  await sleep(500);
  let held = 0;
  let resident = 0;
  for (const pid of frontProcesses(front)) {
    const file = `${probe}-${pid}`;
    rmSync(file, { force: true });
    signal(pid, "SIGUSR2");
    if (!(await until(() => existsSync(file), 5_000))) continue;
    const usage = JSON.parse(readFileSync(file, "utf8")) as NodeJS.MemoryUsage;
    // `external` includes array buffers.
    held += usage.heapUsed + usage.external;
    resident += usage.rss;
  }
  return { held, resident };
}

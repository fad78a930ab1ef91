import { execFileSync } from "node:child_process";
import { chownSync, closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, skipped, thousands, unless } from "@/bench/faults/outcome";
import { reconcile, untilAllStored } from "@/bench/faults/reconcile";
import { atEnd } from "@/bench/harness/clean-up";
import {
  codeOf,
  countClicks,
  type Database,
  insertLinks,
  run,
  type Server,
  scratchFolder,
} from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { type Instance, startEverything } from "@/bench/harness/product";
import { startVisits, type Visits } from "@/bench/harness/visitors";

const LINKS = 100;
const SIZE = "64m";
const HEALTHY_MS = 2_000;
const FULL_MS = 5_000;
const LAST_OF_FULL_MS = 1_000;
const HEALED_MS = 15_000;
const AFTER_MS = 2_000;
const HEAL_WITHIN_MS = 5_000;
const SPOOL_PROMISE = "the spool's disk full: redirects continue, dropped clicks counted exactly, recovers in ≤ 5 s";
const DATABASE_PROMISE = "the database's disk full: redirects continue, nothing lost, recovers in ≤ 5 s";

/** B7, on a small tmpfs. */
export async function fillDisks(server: Server): Promise<Outcome[]> {
  const disk = mountDisk();
  if (!disk) {
    const reason = "needs root, to mount a tmpfs";
    return [skipped("B7", SPOOL_PROMISE, reason), skipped("B7", DATABASE_PROMISE, reason)];
  }
  return [await fillSpool(server, disk), await fillDatabase(server, mountDisk() ?? disk)];
}

/** @returns its path; undefined if mounting is not allowed */
export function mountDisk(size = SIZE): string | undefined {
  const folder = path.join(scratchFolder(), "disk");
  mkdirSync(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0711`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  atEnd(() => execFileSync("umount", ["-l", folder]));
  return folder;
}

type Filled = {
  visits: Visits;
  /** Wall-clock time. */
  freedAt: Date;
  /** Clicks stored in the last second before the disk was freed. */
  storedWhileFull: number;
  /** Milliseconds from `freedAt` until more clicks were stored. */
  storedAgainMs: number;
};

/** Visits before, while and after the disk is full. */
async function visitWhileFull(hop: Instance, disk: string, database: Database): Promise<Filled> {
  const code = () => codeOf(1 + Math.floor(Math.random() * LINKS));
  const visits = startVisits({ targets: [hop.url], code, connections: 16, perSecond: 500 });
  await sleep(HEALTHY_MS);
  const filler = path.join(disk, "filler");
  const keepFull = async (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) fill(filler);
  };
  await keepFull(FULL_MS - LAST_OF_FULL_MS);
  const earlier = await countClicks(database);
  await keepFull(LAST_OF_FULL_MS);
  const before = await countClicks(database);
  rmSync(filler);
  const freedAt = new Date();
  const freed = performance.now();
  const isStoring = await until(async () => (await countClicks(database)) > before, HEALED_MS, 10);
  const storedAgainMs = isStoring ? performance.now() - freed : Number.NaN;
  await sleep(AFTER_MS);
  await visits.stop();
  return { visits, freedAt, storedWhileFull: before - earlier, storedAgainMs };
}

/** Writes until no more bytes fit. */
function fill(file: string): void {
  const descriptor = openSync(file, "a");
  for (const size of [1024 * 1024, 4096, 1]) {
    const chunk = Buffer.alloc(size);
    try {
      while (writeSync(descriptor, chunk) === size);
    } catch {
      // Full for chunks of this size.
    }
  }
  closeSync(descriptor);
}

async function fillSpool(server: Server, disk: string): Promise<Outcome> {
  const database = await server.createDatabase();
  await insertLinks(database, LINKS);
  const hop = await startEverything({ dataDir: path.join(disk, "data"), databaseUrl: database.url });
  const { visits, freedAt } = await visitWhileFull(hop, disk, database);
  await untilAllStored(database, 1);
  const stored = await countClicks(database);
  const dropped = await readDropped(hop);
  const healed = await firstClickAfter(database, freedAt);
  await hop.stop();
  const wrong = visits.answers.filter(({ status }) => status !== 302).length + visits.unanswered.length;
  const received = visits.answers.length - wrong;
  return judged(
    "B7",
    SPOOL_PROMISE,
    `${thousands(received)} redirected, ${thousands(stored)} stored, ${dropped === undefined ? "no count of" : thousands(dropped)} dropped; recovered after ${seconds(healed)}`,
    [
      ...unless(wrong === 0, `${wrong} were not redirected`),
      ...unless(received > stored, "the disk was never full"),
      ...unless(
        stored + (dropped ?? 0) === received,
        dropped === undefined
          ? "/health/ready has no number of dropped clicks"
          : `${received - stored} are missing, ${dropped} are counted as dropped`,
      ),
      ...unless(healed <= HEAL_WITHIN_MS, "it did not recover in time"),
    ],
  );
}

async function fillDatabase(server: Server, disk: string): Promise<Outcome> {
  const place = path.join(disk, "tablespace");
  mkdirSync(place, { mode: 0o700 });
  const { uid, gid } = statSync(path.join(server.folder, "postgres"));
  chownSync(disk, uid, gid);
  chownSync(place, uid, gid);
  await run(server.postgres().superuserUrl, `CREATE TABLESPACE small LOCATION '${place}'`);
  const database = await server.createDatabase({ tablespace: "small" });
  await insertLinks(database, LINKS);
  const hop = await startEverything({ dataDir: scratchFolder(), databaseUrl: database.url });
  const { visits, storedWhileFull, storedAgainMs } = await visitWhileFull(hop, disk, database);
  const { summary, problems } = await reconcile(database, visits);
  await hop.stop();
  const wrong = visits.answers.filter(({ status }) => status !== 302).length + visits.unanswered.length;
  return judged("B7", DATABASE_PROMISE, `${summary}; stored again after ${seconds(storedAgainMs)}`, [
    ...unless(wrong === 0, `${wrong} were not redirected`),
    ...unless(storedWhileFull === 0, "the disk was never full"),
    ...unless(storedAgainMs <= HEAL_WITHIN_MS, "it did not recover in time"),
    ...problems,
  ]);
}

async function firstClickAfter({ pool }: Database, moment: Date): Promise<number> {
  const { rows } = await pool.query<{ ms: number | null }>(
    "SELECT extract(epoch FROM min(occurred_at) - $1::timestamptz) * 1000 AS ms FROM stored_clicks WHERE occurred_at > $1",
    [moment],
  );
  return Number(rows[0]?.ms ?? Number.NaN);
}

/** The first number of /health/ready whose name mentions dropping. */
async function readDropped(hop: Instance): Promise<number | undefined> {
  try {
    return findDropped(await (await fetch(`${hop.url}/health/ready`)).json());
  } catch {
    return undefined;
  }
}

function findDropped(value: unknown): number | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = typeof inner === "number" && /dropped/i.test(name) ? inner : findDropped(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

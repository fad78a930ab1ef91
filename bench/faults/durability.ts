import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, skipped, unless } from "@/bench/faults/outcome";
import { codeOf, insertLinks, type Server, scratchFolder } from "@/bench/harness/database";
import { load } from "@/bench/harness/load";
import { descendantsOf, signal } from "@/bench/harness/processes";
import { startBaseline, startRole } from "@/bench/harness/product";
import { median } from "@/bench/harness/statistics";
import { get } from "@/bench/harness/visitors";

const PROMISE = "CLICK_DURABILITY=power: the click is synced to the disk before the reply";
const VISITS = 20;
const CALLS = "fdatasync,fsync,write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,openat,sync_file_range";
const POWER = { CLICK_DURABILITY: "power" };

/** B4: the order of system calls, traced with strace, and their cost. */
export async function syncBeforeReply(server: Server): Promise<Outcome[]> {
  const database = await server.createDatabase();
  await insertLinks(database, 100);
  const folder = scratchFolder();
  const options = { dataDir: path.join(folder, "data"), databaseUrl: database.url, variables: POWER };
  const outcomes = [await trace(options, path.join(folder, "trace"))];

  const baseline = await startBaseline();
  const front = await startRole("front", options);
  const paths = { kind: "one", path: `/${codeOf(1)}` } as const;
  const ratios: number[] = [];
  await load({ url: front.url, paths, seconds: 1, folder });
  for (let round = 0; round < 3; round++) {
    const base = await load({ url: baseline.url, paths, seconds: 2, folder });
    const ours = await load({ url: front.url, paths, seconds: 2, folder });
    ratios.push(ours.requestsPerSecond / base.requestsPerSecond);
  }
  await front.stop();
  await baseline.stop();
  const ratio = median(ratios);
  outcomes.push(
    judged(
      "B4",
      "the same: ≥ 0.40 of the baseline",
      `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
      unless(ratio >= 0.4, `only ${ratio.toFixed(2)}`),
    ),
  );
  return outcomes;
}

async function trace(options: Parameters<typeof startRole>[1], file: string): Promise<Outcome> {
  if (spawnSync("strace", ["-V"]).error) return skipped("B4", PROMISE, "strace is not installed");
  const wrapper = ["strace", "-f", "-y", "-s", "64", "-e", `trace=${CALLS}`, "-o", file];
  const front = await startRole("front", options, { wrapper });
  for (let visit = 0; visit < VISITS; visit++) await get(`${front.url}/${codeOf(1)}`);
  await sleep(200);
  for (const { pid } of descendantsOf(front.pid)) signal(pid, "SIGTERM");
  await front.stop();
  const { replies, synced, syncs } = readTrace(readFileSync(file, "utf8").split("\n"));
  return judged("B4", PROMISE, `${replies} replies traced, ${synced} after a write and its sync; ${syncs} syncs`, [
    ...unless(replies >= VISITS, "too few replies in the trace"),
    ...unless(synced === replies, `${replies - synced} replies went out before the sync`),
  ]);
}

/** A file opened with O_DSYNC needs no separate sync. */
function readTrace(lines: string[]): { replies: number; synced: number; syncs: number } {
  let replies = 0;
  let synced = 0;
  let syncs = 0;
  let isWritten = false;
  let isSynced = false;
  const alwaysSynced = lines.some((line) => /openat\(.*\/spool\/.*O_D?SYNC/.test(line));
  for (const line of lines) {
    if (/ p?writev?(?:64|2)?\(\d+<[^>]*\/spool\//.test(line)) {
      isWritten = true;
      isSynced = alwaysSynced;
    } else if (/f(?:data)?sync(?:\(\d+<[^>]*\/spool\/[^>]*>\)| resumed>\)) += 0/.test(line)) {
      syncs += 1;
      isSynced = isWritten;
    } else if (line.includes("HTTP/1.1 302")) {
      replies += 1;
      if (isWritten && isSynced) synced += 1;
      isWritten = false;
      isSynced = false;
    }
  }
  return { replies, synced, syncs };
}

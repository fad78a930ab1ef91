import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, type Database, insertSession } from "@/bench/harness/database";
import { type Load, load } from "@/bench/harness/load";
import { startBaseline, startEverything } from "@/bench/harness/product";
import { median } from "@/bench/harness/statistics";
import { timedCall } from "@/bench/harness/timed-call";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { ratios } from "@/bench/speed/redirects";

const PEOPLE = 2;
const THINK_MS = 500;
const PAGES = ["/", "/urls", "/api/urls?limit=50", "/api/urls?limit=50&q=usual"];
/** More links with a QR code than all rounds request. */
const QR_LINKS = 10_000;

/** A3: everything runs, people use the dashboard, QR codes are created one after another, and the drain is busy. */
export async function measureBusy(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const cookie = await insertSession(database);
  const ids = await giveQrCodes(database);
  const baseline = await startBaseline();
  const hop = await startEverything({ dataDir: path.join(bench.folder, "busy"), databaseUrl: database.url });
  const paths = { kind: "one", path: `/${codeOf(1)}` } as const;
  const run = (url: string) => load({ url, paths, seconds: bench.seconds, folder: bench.folder });
  await run(hop.url);
  const base: Load[] = [];
  const ours: Load[] = [];
  let pages = 0;
  let codes = 0;
  for (let round = 0; round < bench.rounds; round++) {
    base.push(await run(baseline.url));
    const people = keepBusy(PEOPLE, THINK_MS, async (turn) => {
      await timedCall(hop.url + (PAGES[turn % PAGES.length] ?? "/"), cookie, false);
      pages += 1;
    });
    // Each code once: the app keeps the images it has made.
    const job = keepBusy(1, 0, async () => {
      await timedCall(`${hop.url}/api/urls/${ids[codes]}/qr`, cookie, false);
      codes += 1;
    });
    await sleep(500);
    ours.push(await run(hop.url));
    await people();
    await job();
  }
  await hop.stop();
  await baseline.stop();
  const p99 = (loads: Load[]) => loads.map(({ p99Ms }) => p99Ms);
  return [
    measured({
      id: "A3",
      what: "p99 while the dashboard is used, QR codes are created and the drain is busy, to the baseline's alone",
      unit: "x",
      values: ratios(p99(ours), p99(base)),
      atMost: 3,
      note: `${median(p99(ours)).toFixed(1)} ms to ${median(p99(base)).toFixed(1)} ms; ${pages} pages, ${codes} QR codes in the meantime`,
    }),
  ];
}

/** @returns a function that ends it, and rejects if a step did */
function keepBusy(people: number, pauseMs: number, step: (turn: number) => Promise<void>): () => Promise<unknown> {
  let isOver = false;
  const turns = Array.from({ length: people }, async (_, person) => {
    for (let turn = person; !isOver; turn++) {
      await step(turn);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  });
  const running = Promise.all(turns);
  // It may reject before anyone waits for it.
  running.catch(() => undefined);
  return () => {
    isOver = true;
    return running;
  };
}

/** @returns ids of links that have a QR code now */
async function giveQrCodes({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE short_urls SET qr_generated_at = now()
     WHERE id IN (SELECT id FROM short_urls LIMIT $1) RETURNING id`,
    [QR_LINKS],
  );
  return rows.map(({ id }) => id);
}

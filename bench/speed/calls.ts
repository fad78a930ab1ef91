import path from "node:path";
import { codeOf, insertApiKey, insertSession } from "@/bench/harness/database";
import { type Load, load } from "@/bench/harness/load";
import { startBaseline, startEverything } from "@/bench/harness/product";
import { median, percentile } from "@/bench/harness/statistics";
import { timedCall } from "@/bench/harness/timed-call";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { ratios } from "@/bench/speed/redirects";
import { paths } from "@/lib/paths";

/** Calls of each kind per round, one after another; p95 is of these. */
const CALLS = 60;
const LINKS_OF_PLAIN_USER = 50;
const CREATORS = 500;
const CONNECTIONS = 16;

/** A7: the first page of 500, and searches of one or two words or a name that match one link, some, all and none. */
export async function measureLists(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const cookies = {
    "an overall_admin": await insertSession(database),
    [`a user with ${LINKS_OF_PLAIN_USER} links`]: await insertSession(database, {
      ofPlainUserWith: LINKS_OF_PLAIN_USER,
    }),
  };
  const hop = await startEverything({ dataDir: path.join(bench.folder, "lists"), databaseUrl: database.url });
  const searches = (turn: number) => {
    const code = codeOf(1 + turn * 997);
    const kinds = [
      code,
      code.slice(0, 4),
      `length/${turn + 100}`,
      "usual",
      "no such link",
      // Two words, in either order; the beginning of the name of somebody who created every link.
      `usual ${code.slice(0, 4)}`,
      `length/${turn + 100} ex`,
      `ben ${code.slice(0, 3)}`,
    ];
    return kinds[turn % kinds.length] ?? code;
  };
  const kinds = [
    { what: "first page of /api/urls", atMost: 30, target: () => paths.api.urls },
    {
      what: "a search",
      atMost: 60,
      target: (turn: number) => `${paths.api.urls}?${new URLSearchParams({ q: searches(turn) })}`,
    },
  ];
  const measurements: Measurement[] = [];
  for (const [who, cookie] of Object.entries(cookies)) {
    for (const { what, atMost, target } of kinds) {
      await timeCalls(hop.url, cookie, target);
      const rounds: number[][] = [];
      for (let round = 0; round < bench.rounds; round++) rounds.push(await timeCalls(hop.url, cookie, target));
      measurements.push(
        measured({
          id: "A7",
          what: `${what} among ${bench.linkCount.toLocaleString("en")} links, for ${who}: p95`,
          unit: "ms",
          values: rounds.map((times) => percentile(times, 0.95)),
          atMost,
          note: `median ${median(rounds.flat()).toFixed(1)} ms; ${rounds.flat().length} calls`,
        }),
      );
    }
  }
  await hop.stop();
  return measurements;
}

async function timeCalls(url: string, cookie: string, target: (turn: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < CALLS; turn++) times.push(await timedCall(url + target(turn), cookie));
  return times;
}

/** A8: links created with one key on behalf of many users; each response includes the QR code. */
export async function measureCreating(bench: Bench): Promise<Measurement[]> {
  const database = await bench.links();
  const { apiKey, emails } = await insertApiKey(database, CREATORS);
  const baseline = await startBaseline();
  const hop = await startEverything({ dataDir: path.join(bench.folder, "creating"), databaseUrl: database.url });
  const creating = {
    kind: "posts",
    path: paths.api.v1Urls,
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    bodies: emails.map((email, n) => JSON.stringify({ url: `https://example.com/a/path/of/usual/length/${n}`, email })),
  } as const;
  const base: Load[] = [];
  const ours: Load[] = [];
  const { seconds, folder } = bench;
  const create = () => load({ url: hop.url, paths: creating, seconds, connections: CONNECTIONS, folder });
  await create();
  for (let round = 0; round < bench.rounds; round++) {
    base.push(await load({ url: baseline.url, paths: { kind: "one", path: "/" }, seconds, folder }));
    // Links of the previous round count against their limits.
    await database.pool.query("UPDATE short_urls SET status = 'deleted' WHERE group_id IS NOT NULL");
    ours.push(await create());
  }
  await hop.stop();
  await baseline.stop();
  const speed = (loads: Load[]) => loads.map(({ requestsPerSecond }) => requestsPerSecond);
  const p99 = ours.map(({ p99Ms }) => p99Ms);
  const errors = ours.reduce((sum, one) => sum + one.errors, 0);
  return [
    measured({
      id: "A8",
      what: `POST ${paths.api.v1Urls} with its QR code, ${CONNECTIONS} connections, one key: requests/s to the baseline's`,
      unit: "ratio",
      values: ratios(speed(ours), speed(base)),
      atLeast: 0.012,
      note: `${Math.round(median(speed(ours)))}/s to ${Math.round(median(speed(base)))}/s; ${errors} errors`,
    }),
    measured({ id: "A8", what: "the same: p99", unit: "ms", values: p99, atMost: 40 }),
  ];
}

import { readdirSync, readFileSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, unless } from "@/bench/faults/outcome";
import {
  codeOf,
  type Database,
  insertLinks,
  insertSession,
  readNumber,
  type Server,
  scratchFolder,
} from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { type Instance, startEverything } from "@/bench/harness/product";
import { median, percentile } from "@/bench/harness/statistics";
import { makePartitionsAhead } from "@/lib/clicks/partitions";

const LINKS = 100;
/** Enough clicks for a download that exceeds the system's buffers. */
const CLICKS = 100_000;
const UNREAD = 200;
/** The number of these clients that request more than the system's buffers hold. */
const UNREAD_LARGE = 40;
const PIPELINED = 20;
const HALF_HEADS = 1_000;
const IDLE = 2_000;
const DOWNLOADS = 4;
const CUT_WITHIN_MS = 60_000;
const PROBE_EVERY_MS = 250;
/** The clients load the machine while they connect, since their requests are answered. */
const USUAL_PROBE_MS = 1_000;
const PROBE_TIMEOUT_MS = 15_000;

/** B18: clients that never read, never send, or only connect, while others keep working. */
export async function cutClientsThatStall(server: Server): Promise<Outcome> {
  const database = await server.createDatabase();
  await insertLinks(database, LINKS);
  await insertClicks(database);
  const cookies = await Promise.all(Array.from({ length: DOWNLOADS + 1 }, () => insertSession(database)));
  const [worker = "", ...stalled] = cookies;
  const hop = await startEverything({ dataDir: scratchFolder(), databaseUrl: database.url });
  const port = Number(new URL(hop.url).port);
  const opened = await open(port, stalled);

  const began = performance.now();
  const probes = startProbes(hop, worker);
  const hasDownloaded = downloads(hop, worker);
  const left = () => connectionsTo(port, opened);
  const areCut = await until(() => left() === 0, CUT_WITHIN_MS + 5_000, 200);
  const took = performance.now() - began;
  const stillOpen = describeOpen(port, opened);
  const { times, failures } = await probes.stop();
  const isWhole = await hasDownloaded;
  const isReleased = await until(async () => (await oldestTransaction(database)) < 1, 5_000, 200);
  for (const socket of opened) socket.destroy();
  await hop.stop();
  const usual = median(times);
  return judged(
    "B18",
    `${UNREAD} unread responses, ${HALF_HEADS} half-sent heads, ${IDLE} idle connections, ${DOWNLOADS} stalled downloads: cut within 60 s, others continue`,
    `all cut after ${seconds(took)}; a call, a page and a visit every ${PROBE_EVERY_MS} ms in the meantime, median ${usual.toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms; a fifth user's download ${isWhole ? "complete" : "failed"}`,
    [
      ...unless(areCut && took <= CUT_WITHIN_MS, `still open: ${stillOpen}`),
      ...unless(failures.length === 0, `others failed: ${[...new Set(failures)].slice(0, 3).join(", ")}`),
      ...unless(usual <= USUAL_PROBE_MS, "others waited for too long"),
      ...unless(isWhole, "a download of another user failed"),
      ...unless(isReleased, "a stalled download still holds a snapshot"),
    ],
  );
}

async function insertClicks({ pool }: Database): Promise<void> {
  await makePartitionsAhead(pool);
  await pool.query(
    `WITH agent AS (
       INSERT INTO user_agents (digest, last_month, user_agent)
       VALUES (gen_random_uuid(), now(),
               'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36')
       RETURNING id
     ),
     referrer AS (
       INSERT INTO referrers (digest, last_month, referer)
       VALUES (gen_random_uuid(), now(), 'https://news.example/an/article/of/some/length') RETURNING id
     )
     INSERT INTO visits (url_id, occurred_at, id, user_agent_id, referrer_id)
     SELECT short_urls.id, now() - interval '1 minute', gen_random_uuid(), agent.id, referrer.id
     FROM short_urls, agent, referrer, generate_series(1, $1::int)`,
    [CLICKS / LINKS],
  );
}

async function open(port: number, stalled: string[]): Promise<Socket[]> {
  const asset = largestAsset();
  const ask = (target: string) => `GET ${target} HTTP/1.1\r\nHost: hop.example\r\n\r\n`;
  const download = (cookie: string) =>
    `GET /api/analytics/export?period=all HTTP/1.1\r\nHost: hop.example\r\nCookie: ${cookie}\r\n\r\n`;
  const texts = [
    ...Array.from({ length: UNREAD_LARGE }, () => ask(asset).repeat(PIPELINED)),
    ...Array.from({ length: UNREAD - UNREAD_LARGE }, () => ask("/paused")),
    ...Array.from({ length: HALF_HEADS }, () => `GET /${codeOf(1)} HTTP/1.1\r\nHost: hop.example\r\nX-Half: `),
    ...Array.from({ length: IDLE }, () => ""),
    ...stalled.map(download),
  ];
  return Promise.all(
    texts.map(
      (text) =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(port, "127.0.0.1", () => {
            socket
              .pause()
              .off("error", reject)
              .on("error", () => undefined);
            if (text) socket.write(text);
            resolve(socket);
          }).once("error", reject);
        }),
    ),
  );
}

function largestAsset(): string {
  const folder = ".next/static/chunks";
  const sizes = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => ({ name, size: statSync(path.join(folder, name)).size }));
  const { name } = sizes.reduce((largest, one) => (one.size > largest.size ? one : largest));
  return `/_next/static/chunks/${name}`;
}

/** Requests by other clients in the meantime; times in milliseconds. */
function startProbes(hop: Instance, cookie: string) {
  const paths = [`/${codeOf(2)}`, "/api/groups", "/paused"];
  const times: number[] = [];
  const failures: string[] = [];
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      await Promise.all(
        paths.map(async (target) => {
          const began = performance.now();
          const response = await fetch(hop.url + target, {
            headers: { cookie },
            redirect: "manual",
            signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
          }).catch((error: Error) => error);
          if (response instanceof Error) failures.push(`${target}: ${response.message}`);
          else {
            await response.arrayBuffer();
            if (response.status >= 400) failures.push(`${target}: ${response.status}`);
          }
          times.push(performance.now() - began);
        }),
      );
      await sleep(PROBE_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return { times, failures };
    },
  };
}

async function downloads(hop: Instance, cookie: string): Promise<boolean> {
  try {
    const response = await fetch(`${hop.url}/api/analytics/export?period=all`, { headers: { cookie } });
    const text = await response.text();
    return response.status === 200 && text.trimEnd().split("\n").length === CLICKS + 1;
  } catch (error) {
    process.stderr.write(`download: ${String((error as Error).cause ?? error)}\n`);
    return false;
  }
}

/** How many of these clients still have an established connection to the server. */
function connectionsTo(port: number, clients: Socket[]): number {
  const ports = new Set(clients.map(({ localPort }) => localPort));
  // The kernel's table has addresses and ports in hexadecimal; state 01 is ESTABLISHED.
  const line = /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) 01 /gm;
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(line)])
    .filter(([, local = "", remote = ""]) => parseInt(local, 16) === port && ports.has(parseInt(remote, 16))).length;
}

/** The number of open connections of each kind, in the order of opening. */
function describeOpen(port: number, clients: Socket[]): string {
  const kinds = {
    "large answers": UNREAD_LARGE,
    answers: UNREAD - UNREAD_LARGE,
    heads: HALF_HEADS,
    idle: IDLE,
    downloads: DOWNLOADS,
  };
  let from = 0;
  return Object.entries(kinds)
    .map(([kind, count]) => {
      const ofKind = clients.slice(from, from + count);
      from += count;
      return `${connectionsTo(port, ofKind)} ${kind}`;
    })
    .join(", ");
}

function oldestTransaction(database: Database): Promise<number> {
  return readNumber(
    database,
    `SELECT extract(epoch FROM max(now() - xact_start))::float FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
  );
}

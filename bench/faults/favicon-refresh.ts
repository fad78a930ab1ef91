import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, thousands, unless } from "@/bench/faults/outcome";
import { readRecorded, recordUpdates } from "@/bench/faults/recorded";
import { type Database, insertSession, type Server, scratchFolder } from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { type Instance, startRole } from "@/bench/harness/product";
import { readFaviconRefresh } from "@/lib/favicons/queries";

const FINISH_LIMIT_MS = 90_000;
const MAX_TRIES = 4;

/**
 * B15: kill -9 of the worker several times during a refresh of all favicons. A trigger records each host whose
 * result is stored, in the worker's transaction. The hosts are addresses of a private network, which the worker
 * refuses without connecting.
 */
export async function resumeFaviconRefresh(server: Server, hosts: number, kills: number): Promise<Outcome> {
  let attempt = await tryToResume(server, hosts, kills);
  for (let tries = 1; attempt.isInvalid && tries < MAX_TRIES; tries++) {
    attempt = await tryToResume(server, hosts, kills);
  }
  return attempt.outcome;
}

/** Invalid if the only problem is that the refresh finished before a kill, as when the machine stalls this process. */
type Attempt = { outcome: Outcome; isInvalid: boolean };

async function tryToResume(server: Server, hosts: number, kills: number): Promise<Attempt> {
  const database = await server.createDatabase();
  await insertHosts(database, hosts);
  await recordUpdates(database, "favicons", "host", "NEW.fetched_at IS DISTINCT FROM OLD.fetched_at");
  const options = { dataDir: scratchFolder(), databaseUrl: database.url };
  const done = async () => {
    const { updatedCount, failedCount } = await readFaviconRefresh(database.pool);
    return updatedCount + failedCount;
  };
  let worker: Instance = await startRole("worker", options);
  const seen: number[] = [];
  let wentBack = 0;
  for (let kill = 0; kill < kills; kill++) {
    const from = seen.at(-1) ?? 0;
    const killAt = ((kill + 1) * hosts) / (kills + 2);
    if (!(await until(async () => (await done()) >= killAt, FINISH_LIMIT_MS, 5))) break;
    await sleep(Math.random() * 60);
    await worker.killAll();
    const now = await done();
    if (now < from) wentBack += 1;
    seen.push(now);
    worker = await startRole("worker", options);
  }
  const began = performance.now();
  let last = seen.at(-1) ?? 0;
  await until(
    async () => {
      const now = await done();
      if (now < last) wentBack += 1;
      last = now;
      return now === hosts;
    },
    FINISH_LIMIT_MS,
    20,
  );
  const took = performance.now() - began;
  await worker.stop();
  const { isRunning, totalUrls } = await readFaviconRefresh(database.pool);
  const fetched = await readRecorded(database);
  const wasTooLate = seen.length < kills || (seen.at(-1) ?? hosts) >= hosts;
  const problems = [
    ...unless(!isRunning, "it did not finish"),
    ...unless(wentBack === 0, `the progress went back ${wentBack} times`),
    ...unless(last === hosts && totalUrls === hosts, `${last} of ${totalUrls} counted`),
    ...unless(fetched.rows === hosts, `${hosts - fetched.rows} hosts were skipped`),
    ...unless(fetched.times === hosts, `${fetched.times - hosts} hosts were stored twice`),
  ];
  const outcome = judged(
    "B15",
    `kill -9 of the worker during a refresh of ${thousands(hosts)} favicons: it resumes, each host stored once`,
    `killed at ${seen.map(thousands).join(", ")}; finished ${seconds(took)} after the last: ${thousands(last)} of ${thousands(totalUrls)}`,
    [...problems, ...unless(!wasTooLate, "it finished before it could be killed")],
  );
  return { outcome, isInvalid: wasTooLate && problems.length === 0 };
}

/** Inserts hosts with one link each, all due as if the button had been pressed. */
async function insertHosts(database: Database, count: number): Promise<void> {
  // Called for the user it creates.
  await insertSession(database);
  await database.pool.query(
    `INSERT INTO favicons (host, origin, fetched_at, due_at, refresh_started_at, refresh_urls)
     SELECT host, 'http://' || host, '2020-01-01', now(), now(), 1
     FROM (SELECT host(inet '10.0.0.0' + n) AS host FROM generate_series(1, $1) AS n) AS hosts`,
    [count],
  );
  await database.pool.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, favicon_host, updated_at)
     SELECT gen_random_uuid(), 'host-' || replace(host, '.', '-'), origin || '/', (SELECT id FROM users LIMIT 1), host,
            now() FROM favicons`,
  );
}

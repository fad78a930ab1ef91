import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, seconds, thousands, unless } from "@/bench/faults/outcome";
import { type Running, startRunning } from "@/bench/faults/running";
import { codeOf, type Database, insertSession, type Server, scratchFolder } from "@/bench/harness/database";
import { until } from "@/bench/harness/processes";
import { startEverything, startRole, statusOf } from "@/bench/harness/product";
import { median } from "@/bench/harness/statistics";
import { startVisits, type Visits } from "@/bench/harness/visitors";
import { migrate } from "@/lib/db/migrate";

const SEEN_AFTER_MS = 100;
const GIVE_UP_MS = 12_000;
const MAX_ATTEMPTS = 3;

/** B9: how long does another front keep redirecting a link that was paused on this instance? */
export async function measureStaleness(
  { database, hop: a }: Running,
  pauses: number,
  pausesWithoutListen: number,
): Promise<Outcome[]> {
  const cookie = await insertSession(database);
  const b = await startRole("front", { dataDir: scratchFolder(), databaseUrl: database.url });
  const id = await giveToSignedIn(database, codeOf(1));
  const setStatus = (status: string) => put(`${a.url}/api/urls/${id}`, cookie, { status });
  const visits = startVisits({ targets: [b.url], code: () => codeOf(1), connections: 16, perSecond: 1_000 });
  await until(() => visits.answers.length > 100, 5_000, 20);
  const outcomes: Outcome[] = [];
  const heard = await timePauses(visits, setStatus, pauses);
  outcomes.push(judgeStaleness("the other instance knows within 1 s", heard, pauses, 1_000));
  if (pausesWithoutListen > 0) {
    const restore = await cutListening(database);
    const withoutListen = await timePauses(visits, setStatus, pausesWithoutListen);
    await restore();
    outcomes.push(judgeStaleness("with LISTEN cut repeatedly: within 5 s", withoutListen, pausesWithoutListen, 5_000));
  }
  await visits.stop();
  await b.stop();
  return outcomes;
}

/** For each pause, milliseconds from its response to the last request that was redirected to the destination. */
async function timePauses(
  visits: Visits,
  setStatus: (status: string) => Promise<void>,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let pause = 0; pause < count; pause++) {
    await setStatus("paused");
    const paused = performance.now();
    const from = visits.answers.length;
    await untilSeen(visits, from, (location) => location === "/paused");
    await sleep(SEEN_AFTER_MS);
    // Ordered by when they were sent, since this process may read answers late.
    const late = visits.answers.slice(from).filter(({ location }) => location !== "/paused");
    times.push(Math.max(0, ...late.map(({ at, ms }) => at - ms - paused)));
    await setStatus("active");
    await untilSeen(visits, visits.answers.length, (location) => location !== "/paused");
  }
  return times;
}

function untilSeen(visits: Visits, from: number, isIt: (location: string) => boolean): Promise<boolean> {
  return until(() => visits.answers.slice(from).some(({ location }) => isIt(location)), GIVE_UP_MS, 5);
}

function judgeStaleness(promise: string, times: number[], count: number, limitMs: number): Outcome {
  const worst = Math.max(...times);
  return judged(
    "B9",
    `a pause: ${promise}`,
    `${count} pauses: median ${seconds(median(times))}, longest ${seconds(worst)}`,
    unless(worst <= limitMs, "it took too long"),
  );
}

/** Terminates each listening connection as soon as it listens. @returns a function that stops this */
async function cutListening(database: Database): Promise<() => Promise<void>> {
  const { pool } = database;
  const end = (which: string) =>
    pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
    );
  // Existing listeners may have run another query since; new ones have just connected.
  await end("application_name <> 'nobody'").catch(() => undefined);
  let isOver = false;
  const cutting = (async () => {
    while (!isOver) {
      // Hop runs this query once it listens.
      await end("application_name = 'hop-listen' AND query LIKE '%pg_postmaster_start_time%'").catch(() => undefined);
      await sleep(25);
    }
  })();
  await sleep(1_500);
  return async () => {
    isOver = true;
    await cutting;
  };
}

/** Gives a link to a user with no others, whose limit it can't exceed when it is activated again. Returns its id. */
async function giveToSignedIn({ pool }: Database, code: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "UPDATE short_urls SET created_by_id = (SELECT user_id FROM sessions LIMIT 1) WHERE short_code = $1 RETURNING id",
    [code],
  );
  return rows[0]?.id ?? "";
}

/**
 * Repeats a call that gets 503, as a busy machine may do for a moment.
 *
 * @throws Error unless the response is 200
 */
async function put(url: string, cookie: string, body: unknown): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { statusCode, text } = await sendPut(url, cookie, body);
    if (statusCode === 200) return;
    if (statusCode !== 503 || attempt === MAX_ATTEMPTS)
      throw new Error(`PUT ${url} returned ${statusCode}: ${text.slice(0, 200)}`);
  }
}

async function sendPut(url: string, cookie: string, body: unknown) {
  const headers = { cookie, "Content-Type": "application/json", Origin: new URL(url).origin };
  const sent = request(url, { method: "PUT", agent: false, headers }).end(JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { statusCode: response.statusCode, text: await readText(response) };
}

/** B11: two concurrent starts on a new database. */
export async function startTwoAtOnce(server: Server): Promise<Outcome> {
  const database = await server.createDatabase({ migrated: false });
  const start = () => startEverything({ dataDir: scratchFolder(), databaseUrl: database.url });
  const instances = await Promise.allSettled([start(), start()]);
  const running = instances.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const statuses = await Promise.all(running.map(({ url }) => statusOf(`${url}/no-such-code`)));
  const { rows } = await database.pool.query<{ times: string; isWhole: boolean }>(
    `SELECT count(*) AS times, bool_and(finished_at IS NOT NULL) AS "isWhole" FROM _prisma_migrations GROUP BY migration_name`,
  );
  const users = await database.pool.query("SELECT FROM users");
  for (const instance of running) await instance.stop();
  return judged(
    "B11",
    "two concurrent starts on an empty database: one migrates, both run",
    `${running.length} run, ${rows.length} migrations, ${users.rowCount} first administrator`,
    [
      ...unless(running.length === 2 && statuses.every((status) => status === 404), `returned ${statuses.join(", ")}`),
      ...unless(
        rows.length > 0 && rows.every(({ times, isWhole }) => times === "1" && isWhole),
        "the migration history is incomplete",
      ),
      ...unless(users.rowCount === 1, "there is not one administrator"),
    ],
  );
}

/** B11: a migration is applied while an instance of the previous version redirects. */
export async function migrateUnderLoad(server: Server): Promise<Outcome> {
  const { database, hop } = await startRunning(server, { links: 20_000 });
  const code = () => codeOf(1 + Math.floor(Math.random() * 20_000));
  const visits = startVisits({ targets: [hop.url], code, connections: 16, perSecond: 500 });
  await sleep(1_000);
  const folder = path.join(scratchFolder(), "migrations");
  cpSync("prisma/migrations", folder, { recursive: true });
  const name = "99990101000000_bench";
  mkdirSync(path.join(folder, name));
  writeFileSync(
    path.join(folder, name, "migration.sql"),
    `ALTER TABLE short_urls ADD COLUMN bench_note text NOT NULL DEFAULT '';
     CREATE INDEX short_urls_bench_idx ON short_urls (bench_note, created_at);`,
  );
  const applied = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)]);
  await sleep(2_000);
  await visits.stop();
  await hop.stop();
  const wrong =
    visits.answers.filter(({ status }) => status !== 302).length + visits.unanswered.length + visits.refused;
  return judged(
    "B11",
    "two processes apply a migration under load: one does, 0 redirects fail",
    `${applied.flat().length} of ${applied.length} applied it; ${thousands(visits.answers.length)} redirects`,
    [
      ...unless(applied.flat().join() === name, `applied: ${applied.map((one) => one.join()).join(" | ")}`),
      ...unless(wrong === 0, `${wrong} redirects failed`),
    ],
  );
}

import type pg from "pg";
import { isDatabaseOutage, isDatabaseUnavailable } from "@/lib/database-unavailable";
import { listen } from "@/lib/db/listen";
import { openPool, pool } from "@/lib/db/pool";
import { watchSilence } from "@/lib/db/sockets";
import { inTransaction } from "@/lib/db/transaction";
import { until } from "@/lib/testing/until";

// A connection that doesn't answer within a second is dropped, which can also happen on a busy machine.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const SCHEMA = "other_server";
const CHANNEL = "failover_test";
const opened: pg.Pool[] = [];

/** Listening connections find these functions instead of the system's. */
const pretend = (startedAt: string, isStandby: boolean) =>
  pool().query(`
    CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
    CREATE OR REPLACE FUNCTION ${SCHEMA}.pg_postmaster_start_time() RETURNS timestamptz
      LANGUAGE sql AS $$ SELECT '${startedAt}'::timestamptz $$;
    CREATE OR REPLACE FUNCTION ${SCHEMA}.pg_is_in_recovery() RETURNS boolean
      LANGUAGE sql AS $$ SELECT ${isStandby} $$`);

const cutListener = () =>
  pool().query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = '${CHANNEL}'`,
  );

async function startListening() {
  const states: boolean[] = [];
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.searchParams.set("options", `-c search_path=${SCHEMA},pg_catalog`);
  url.searchParams.set("application_name", CHANNEL);
  const stop = listen(url.href, {
    channel: CHANNEL,
    onNotify: () => undefined,
    onListeningChange: (isListening) => states.push(isListening),
  });
  await until(() => states.at(-1) === true);
  return { states, stop };
}

function openTestPool(): pg.Pool {
  const made = openPool({ name: "test", max: 2, settings: {} });
  opened.push(made);
  return made;
}

beforeEach(() => pretend("2026-01-01", false));

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.end()));
  await pool().query(`DROP SCHEMA ${SCHEMA} CASCADE`);
});

test("a query that waits for the previous server fails once the database is a different server", async () => {
  const { states, stop } = await startListening();
  const waiting = openTestPool().query("SELECT pg_sleep(600)");
  const failure = waiting.then(
    () => undefined,
    (error: unknown) => error,
  );
  await pretend("2026-01-02", false);
  await cutListener();
  await until(() => states.at(-1) === true && states.length >= 3);
  expect([isDatabaseUnavailable(await failure), isDatabaseOutage(await failure)]).toEqual([true, true]);
  expect((await pool().query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await stop();
});

test("a LISTEN connection that is cut alone closes no other", async () => {
  const { states, stop } = await startListening();
  const own = openTestPool();
  const client = await own.connect();
  await cutListener();
  await until(() => states.at(-1) === true && states.length >= 3);
  expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  client.release();
  await stop();
});

test("a server that was demoted to a standby is left, until there is a primary", async () => {
  const { states, stop } = await startListening();
  await pretend("2026-01-01", true);
  await until(() => states.at(-1) === false);
  await pretend("2026-01-01", false);
  await until(() => states.at(-1) === true);
  await stop();
});

test("connections that have received nothing are closed, others are not", async () => {
  const own = openTestPool();
  const [silent, active] = await Promise.all([own.connect(), own.connect()]);
  for (const client of [silent, active]) client.on("error", () => undefined);
  const failure = silent.query("SELECT pg_sleep(600)").catch((error: unknown) => error);
  const closeSilent = watchSilence();
  await active.query("SELECT 1");
  expect(closeSilent()).toBeGreaterThanOrEqual(1);
  expect(isDatabaseUnavailable(await failure)).toBe(true);
  expect((await active.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  active.release();
  silent.release(true);
});

describe("while the LISTEN connection can't be made", () => {
  /** Whether a query that takes long is cut off in the meantime. */
  const isCut = async (listenUrl: string) => {
    const states: boolean[] = [];
    const stop = listen(listenUrl, {
      channel: CHANNEL,
      onNotify: () => undefined,
      onListeningChange: (isListening) => states.push(isListening),
      silenceMs: 100,
    });
    const client = await openTestPool().connect();
    client.on("error", () => undefined);
    let failure: unknown;
    const query = client.query("SELECT pg_sleep(600)").catch((error: unknown) => {
      failure = error;
    });
    // Enough tries for the silence to have been noticed.
    const { length } = states;
    await until(() => states.length >= length + 4 || failure !== undefined);
    await stop();
    const wasCut = failure !== undefined;
    client.release(true);
    await query;
    return wasCut;
  };

  test("because the server has none left, a slow query continues", async () => {
    const role = "hop_no_connections";
    await pool().query(`DROP ROLE IF EXISTS ${role}`);
    await pool().query(`CREATE ROLE ${role} LOGIN PASSWORD 'none' CONNECTION LIMIT 0`);
    const url = Object.assign(new URL(process.env.DATABASE_URL ?? ""), { username: role, password: "none" });
    expect(await isCut(url.href)).toBe(false);
    await pool().query(`DROP ROLE ${role}`);
  });

  test("because nothing answers, a silent connection is closed", async () => {
    expect(await isCut("postgresql://hop@127.0.0.1:1/hop")).toBe(true);
  });
});

test("a write on a demoted server counts as an outage, and its connection is not used again", async () => {
  const own = openPool({ name: "test", max: 1, settings: { default_transaction_read_only: "on" } });
  opened.push(own);
  const pidIn = (client: pg.ClientBase) => client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  let pid: number | undefined;
  const write = inTransaction(own, async (client) => {
    pid = (await pidIn(client)).rows[0]?.pid;
    await client.query("UPDATE settings SET value = value");
  });
  await expect(write).rejects.toMatchObject({ code: "25006" });
  await expect(write.catch(isDatabaseUnavailable)).resolves.toBe(true);
  expect((await own.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid).not.toBe(pid);
});

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { EXPORT_RUNNING, openExport, TOO_MANY_EXPORTS } from "@/lib/db/export-rows";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { until } from "@/lib/testing/until";

// A download waits a second for a cancelled one, and ends after stalling for two. A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const ROWS = 3_000;
const NUMBERS = {
  query: (last: { n: number } | undefined, limit: number) => ({
    text: "SELECT n FROM generate_series($1::int, $2::int) AS n LIMIT $3",
    values: [(last?.n ?? 0) + 1, ROWS, limit],
  }),
  toRecord: (row: { n: number }) => row,
  isAllowed: async () => true,
};

type Limits = Parameters<typeof openExport>[2];
let started: Readable[] = [];

afterEach(async () => {
  for (const rows of started) rows.on("error", () => undefined).destroy();
  started = [];
  await untilAllClosed();
});

/** Starts a download whose reader stops after the first row. */
async function stall(userId: string = randomUUID(), limits: Limits = {}): Promise<Readable> {
  const rows = await openExport(userId, NUMBERS, limits);
  started.push(rows);
  await once(rows, "readable");
  rows.read();
  return rows;
}

async function readAll(userId = randomUUID()): Promise<number> {
  const rows = await openExport(userId, NUMBERS);
  started.push(rows);
  return (await rows.toArray()).length;
}

/** The open connections of downloads. */
async function backends(): Promise<{ state: string; holdsSnapshot: boolean; lockedTables: number }[]> {
  const { rows } = await pool().query(
    `SELECT state, backend_xmin IS NOT NULL AS "holdsSnapshot",
       (SELECT count(*)::int FROM pg_locks WHERE pg_locks.pid = activity.pid AND relation IS NOT NULL) AS "lockedTables"
     FROM pg_stat_activity AS activity WHERE datname = current_database() AND application_name = 'hop-export'`,
  );
  return rows;
}

async function untilAllClosed(): Promise<void> {
  await until(async () => (await backends()).length === 0);
}

describe("one download per user", () => {
  test("a second is refused while the first is running, even in another instance", async () => {
    const user = randomUUID();
    const first = await stall(user);
    let openInAnotherInstance = openExport;
    await jest.isolateModulesAsync(async () => {
      openInAnotherInstance = (await import("@/lib/db/export-rows")).openExport;
    });
    expect(openInAnotherInstance).not.toBe(openExport);
    const refused = { code: "rate_limited", message: EXPORT_RUNNING, retryAfterSeconds: expect.any(Number) };
    await Promise.all(
      [openExport, openInAnotherInstance].map((open) => expect(open(user, NUMBERS)).rejects.toMatchObject(refused)),
    );
    first.destroy();
    expect(await readAll(user)).toBe(ROWS);
  });

  test("cancelling it allows another immediately, whether or not it was read", async () => {
    const user = randomUUID();
    (await openExport(user, NUMBERS)).destroy();
    (await stall(user)).destroy();
    expect(await readAll(user)).toBe(ROWS);
  });
});

test("four stalled downloads delay nobody else", async () => {
  for (let i = 0; i < 4; i++) await stall();
  expect(await readAll()).toBe(ROWS);
  expect((await pool().query("SELECT 1")).rowCount).toBe(1);
});

test("a process runs at most eight downloads", async () => {
  const [first] = await Promise.all(Array.from({ length: 8 }, () => stall()));
  await expect(readAll()).rejects.toMatchObject({ code: "rate_limited", message: TOO_MANY_EXPORTS });
  first?.destroy();
  await once(first!, "close");
  expect(await readAll()).toBe(ROWS);
});

test("a stalled download holds no snapshot or table lock, and Postgres closes its connection", async () => {
  const user = randomUUID();
  const stalled = await stall(user, { stallMs: 2_000 });
  const closed = once(stalled, "error");
  expect(await backends()).toEqual([{ state: "idle", holdsSnapshot: false, lockedTables: 0 }]);
  expect(await closed).toMatchObject([{ code: "57P05" }]);
  await untilAllClosed();
  expect(await readAll(user)).toBe(ROWS);
});

test("a download that exceeds the deadline is aborted, even while it is being read", async () => {
  const rows = await openExport(randomUUID(), NUMBERS, { deadlineMs: 200 });
  started.push(rows);
  const read = async () => {
    for await (const _ of rows) await sleep(5);
  };
  await expect(read()).rejects.toThrow("The download took too long");
  await untilAllClosed();
});

test("idle readers time out after 30 seconds, statements after a minute", async () => {
  const settings = "idle_session_timeout,idle_in_transaction_session_timeout,statement_timeout,lock_timeout".split(",");
  const query = (last: object | undefined) => ({
    text: "SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name",
    values: [last ? [] : settings],
  });
  const rows = await openExport(randomUUID(), {
    ...NUMBERS,
    query,
    toRecord: ({ value }: { value: string }) => ({ value }),
  });
  expect(await rows.toArray()).toEqual(["30s", "30s", "1min", "0"].map((value) => ({ value })));
});

test("a failing query throws, leaves no connection open, and does not count as a download", async () => {
  const query = () => ({ text: "SELEC 1", values: [] });
  for (let i = 0; i < 9; i++) {
    await expect(openExport(randomUUID(), { ...NUMBERS, query })).rejects.toThrow("syntax");
  }
  await untilAllClosed();
});

test("a download is aborted when its user may no longer read it", async () => {
  let isAllowed = true;
  const rows = await openExport(randomUUID(), { ...NUMBERS, isAllowed: async () => isAllowed });
  started.push(rows);
  await once(rows, "readable");
  isAllowed = false;
  await expect(rows.toArray()).rejects.toThrow("may no longer read this");
});

test("downloads that can't connect don't count against the limit", async () => {
  const { DATABASE_URL } = env();
  const url = new URL(DATABASE_URL ?? "");
  url.searchParams.set("sslrootcert", "/nowhere/ca.pem");
  Object.assign(env(), { DATABASE_URL: url.href });
  for (let i = 0; i < 10; i++)
    await expect(openExport(randomUUID(), NUMBERS)).rejects.toMatchObject({ code: "ENOENT" });
  Object.assign(env(), { DATABASE_URL });
  expect(await readAll()).toBe(ROWS);
});

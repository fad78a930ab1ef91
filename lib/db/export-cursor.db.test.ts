import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { EXPORT_RUNNING, openExportCursor, TOO_MANY_EXPORTS } from "@/lib/db/export-cursor";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";

const ROWS = 3_000;
const QUERY = { text: "SELECT n FROM generate_series(1, $1::int) AS n", values: [ROWS] };
const toRecord = (row: { n: number }) => row;

type Limits = Parameters<typeof openExportCursor>[3];
let started: Readable[] = [];

afterEach(async () => {
  for (const rows of started) rows.on("error", () => undefined).destroy();
  started = [];
  await untilNoneIsLeft();
});

/** A download whose reader takes the first row and then nothing. */
async function stall(userId: string = randomUUID(), limits: Limits = {}): Promise<Readable> {
  const rows = await openExportCursor(userId, QUERY, toRecord, limits);
  started.push(rows);
  await once(rows, "readable");
  rows.read();
  return rows;
}

async function readAll(userId = randomUUID()): Promise<number> {
  const rows = await openExportCursor(userId, QUERY, toRecord);
  started.push(rows);
  return (await rows.toArray()).length;
}

/** The connections of downloads that Postgres has. */
async function backends(): Promise<{ state: string; holdsSnapshot: boolean }[]> {
  const { rows } = await pool().query(
    `SELECT state, backend_xmin IS NOT NULL AS "holdsSnapshot" FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'hop-export'`,
  );
  return rows;
}

async function untilNoneIsLeft(): Promise<void> {
  while ((await backends()).length > 0) await sleep(10);
}

describe("one download for each user", () => {
  test("a second is refused while the first runs, in another instance too", async () => {
    const user = randomUUID();
    const first = await stall(user);
    let openInAnotherInstance = openExportCursor;
    await jest.isolateModulesAsync(async () => {
      openInAnotherInstance = (await import("@/lib/db/export-cursor")).openExportCursor;
    });
    expect(openInAnotherInstance).not.toBe(openExportCursor);
    const refused = { code: "rate_limited", message: EXPORT_RUNNING, retryAfterSeconds: expect.any(Number) };
    await Promise.all(
      [openExportCursor, openInAnotherInstance].map((open) =>
        expect(open(user, QUERY, toRecord)).rejects.toMatchObject(refused),
      ),
    );
    first.destroy();
    expect(await readAll(user)).toBe(ROWS);
  });

  test("cancelled, it makes room at once, whether it was read from or not", async () => {
    const user = randomUUID();
    (await openExportCursor(user, QUERY, toRecord)).destroy();
    (await stall(user)).destroy();
    expect(await readAll(user)).toBe(ROWS);
  });
});

test("four that stall keep nobody else waiting", async () => {
  for (let i = 0; i < 4; i++) await stall();
  expect(await readAll()).toBe(ROWS);
  expect((await pool().query("SELECT 1")).rowCount).toBe(1);
});

test("a process runs at most eight", async () => {
  const [first] = await Promise.all(Array.from({ length: 8 }, () => stall()));
  await expect(readAll()).rejects.toMatchObject({ code: "rate_limited", message: TOO_MANY_EXPORTS });
  first?.destroy();
  await once(first!, "close");
  expect(await readAll()).toBe(ROWS);
});

test("Postgres cuts a reader that stalls, and lets go of the snapshot", async () => {
  const user = randomUUID();
  const stalled = await stall(user, { stallMs: 100 });
  const cut = once(stalled, "error");
  expect(await backends()).toEqual([{ state: "idle in transaction", holdsSnapshot: true }]);
  expect(await cut).toMatchObject([{ code: "25P03" }]);
  await untilNoneIsLeft();
  expect(await readAll(user)).toBe(ROWS);
});

test("one that takes too long altogether is cut, although it is being read", async () => {
  const rows = await openExportCursor(randomUUID(), QUERY, toRecord, { deadlineMs: 200 });
  started.push(rows);
  const read = async () => {
    for await (const _ of rows) await sleep(5);
  };
  await expect(read()).rejects.toThrow("The download took too long");
  await untilNoneIsLeft();
});

test("a stalled reader has 30 seconds, and a statement 15 minutes", async () => {
  const query = {
    text: `SELECT current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('statement_timeout') AS statement`,
    values: [],
  };
  const rows = await openExportCursor(randomUUID(), query, (row: object) => ({ ...row }));
  expect(await rows.toArray()).toEqual([{ idle: "30s", statement: "15min" }]);
});

test("a query that fails leaves no connection, and counts as no download", async () => {
  for (let i = 0; i < 9; i++) {
    await expect(openExportCursor(randomUUID(), { text: "SELEC 1", values: [] }, toRecord)).rejects.toThrow("syntax");
  }
  await untilNoneIsLeft();
});

test("a download ends when its user is paused", async () => {
  const { id } = await createUser();
  const rows = await stall(id);
  await pool().query("UPDATE users SET status = 'paused' WHERE id = $1", [id]);
  await expect(rows.toArray()).rejects.toThrow("paused");
});

import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { STALL } from "@/lib/backup/stall";
import { makeDueBackup } from "@/lib/backup-schedule/make";
import { findDueSlot, readBackupState } from "@/lib/backup-schedule/queries";
import { identifyDatabase } from "@/lib/backup-schedule/retention";
import { LOCK, withLock } from "@/lib/db/advisory-lock";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { openFolder } from "@/lib/stores/folder";
import { openStore } from "@/lib/stores/open";
import type { Store } from "@/lib/stores/store";
import { awaitRoom } from "@/lib/testing/await-room";
import { until } from "@/lib/testing/until";

jest.mock("@/lib/stores/open", () => ({ openStore: jest.fn(jest.requireActual("@/lib/stores/open").openStore) }));

const never = new AbortController().signal;
const NAME = "hop-2026-11-22T03-00-00Z-0a1b2c3d.backup";

/** Makes a due backup in this store. */
function makeIn(store: Store): Promise<boolean> {
  jest.mocked(openStore).mockResolvedValueOnce(store);
  return makeDueBackup(pool(), never);
}

let folder: string;
beforeAll(() => {
  log.level = "silent";
});
// At the end of the period, the next backup would be due.
beforeEach(() => awaitRoom("backup"));
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-attempts-"));
  Object.assign(env(), { BACKUP_TO: folder, BACKUP_KEEP: 14, BACKUP_PASSPHRASE: undefined, BACKUP_EVERY_HOURS: 24 });
  await pool().query("TRUNCATE backups");
});
const own = { lock: { ...LOCK }, stall: { ...STALL } };
afterEach(() => {
  Object.assign(LOCK, own.lock);
  Object.assign(STALL, own.stall);
  rmSync(folder, { recursive: true, force: true });
});

const rows = async () => (await pool().query("SELECT * FROM backups ORDER BY id")).rows;
const change = (assignments: string) => pool().query(`UPDATE backups SET ${assignments}`);
/** The pause of the only row. */
const secondsUntilRetry = async () =>
  (await pool().query("SELECT extract(epoch FROM retry_at - now())::float AS seconds FROM backups")).rows[0].seconds;

/** The folder's store, with something happening while a file is written to it. */
function storeWith(during: (signal: AbortSignal) => Promise<unknown>): Store {
  const store = openFolder(folder);
  const write: Store["write"] = async (name, produce, signal) => {
    const result = await store.write(name, produce, signal);
    await during(signal);
    signal.throwIfAborted();
    return result;
  };
  return { ...store, write };
}

/** Leaves a row as a process that was killed would. */
async function beginAndDie(lastSign: string, attempts = 1): Promise<void> {
  const slot = await findDueSlot(pool(), folder);
  await pool().query(
    `INSERT INTO backups (address, slot, name, database, attempts, started_at, retry_at, working_until)
     VALUES ($1, $2, $3, $4, $5, now() - interval '1 hour', now() - interval '1 hour', now() - $6::interval + interval '1 minute')`,
    [folder, slot, NAME, await identifyDatabase(pool()), attempts, lastSign],
  );
}

test("the pause counts from the end of a long attempt", async () => {
  const slow = storeWith(async () => {
    await change("started_at = now() - interval '30 minutes', retry_at = now() - interval '29 minutes'");
    throw new Error("the disk is gone");
  });
  expect(await makeIn(slow)).toBe(false);
  expect(await secondsUntilRetry()).toBeGreaterThan(50);
  expect(await makeDueBackup(pool(), never)).toBe(false);
});

test("none is due while one is being made, not even that of the next slot, however long it takes", async () => {
  LOCK.heartbeatMs = 300;
  let due: unknown[] = [];
  const watched = storeWith(async () => {
    await change("slot = 'an earlier one', working_until = now() + interval '1 second'");
    const isExtended = "SELECT FROM backups WHERE working_until > now() + interval '50 seconds'";
    await until(async () => (await pool().query(isExtended)).rowCount);
    due = [await findDueSlot(pool(), folder)];
  });
  expect(await makeIn(watched)).toBe(true);
  expect(due).toEqual([null]);
  expect(await findDueSlot(pool(), folder)).not.toBeNull();
});

test("a running attempt is not counted as failed", async () => {
  const failing = storeWith(async () => {
    throw new Error("the disk is gone");
  });
  await makeIn(failing);
  const failed = await readBackupState(pool());
  await change("retry_at = now()");
  let meanwhile: unknown;
  await makeIn(storeWith(async () => (meanwhile = await readBackupState(pool()))));
  expect(failed).toMatchObject({ runningSince: null, failedAttempts: 1, failure: { message: "the disk is gone" } });
  expect(meanwhile).toMatchObject({
    runningSince: expect.any(Date),
    failedAttempts: 1,
    failure: { message: "the disk is gone" },
  });
});

describe("an attempt that was killed", () => {
  test("is recorded as a failure, and followed by a pause that counts from its end", async () => {
    await beginAndDie("90 seconds", 2);
    writeFileSync(path.join(folder, `${NAME}.partial`), "half");
    expect(await makeDueBackup(pool(), never)).toBe(false);
    expect(await readBackupState(pool())).toMatchObject({
      failedAttempts: 2,
      failure: { message: expect.stringContaining("exited without a result") },
    });
    expect(Math.round(await secondsUntilRetry())).toBeGreaterThan(20);
    expect(await secondsUntilRetry()).toBeLessThan(31);
    await change("retry_at = now()");
    expect(await makeDueBackup(pool(), never)).toBe(true);
    expect(await rows()).toMatchObject([{ attempts: 3, failure: null, working_until: null }]);
    expect(readdirSync(folder)).toEqual([(await rows())[0].name]);
  });

  test("is not a failure of a database that was loaded from the other's dump", async () => {
    await beginAndDie("1 hour");
    await change("database = 'another/5', slot = 'earlier'");
    expect(await makeDueBackup(pool(), never)).toBe(true);
    expect((await rows())[0]).toMatchObject({ failure: null });
  });

  test("long ago doesn't delay the next one", async () => {
    await beginAndDie("1 hour");
    expect(await makeDueBackup(pool(), never)).toBe(true);
  });

  test("before the clock was set back doesn't block the next one", async () => {
    await beginAndDie("-10 days");
    expect(await findDueSlot(pool(), folder)).not.toBeNull();
  });

  test("leaves a file that is removed later when it can't be removed now", async () => {
    await beginAndDie("1 hour");
    writeFileSync(path.join(folder, NAME), "half");
    const store = openFolder(folder);
    const remove = async () => {
      throw new Error("refused");
    };
    expect(await makeIn({ ...store, remove })).toBe(true);
    expect(readdirSync(folder)).toContain(NAME);
    await change("slot = id::text WHERE finished_at IS NOT NULL");
    expect(await makeDueBackup(pool(), never)).toBe(true);
    expect(readdirSync(folder)).not.toContain(NAME);
    expect(await rows()).toHaveLength(2);
  });
});

const isHeld = `
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND objid::bigint = hashtext('hop_backup')::bigint & 4294967295`;

/** Loses the lock, as if the process were frozen until Postgres closed its connection. */
async function loseLock(): Promise<void> {
  await pool().query(`SELECT pg_terminate_backend(pid) FROM (${isHeld}) AS holders`);
  await until(async () => (await pool().query(isHeld)).rowCount === 0);
  await change("working_until = now() - interval '1 hour'");
}

test.each(["succeeds", "fails"])(
  "a process that was frozen and then %s changes nothing of its successor's",
  async (how) => {
    const remove = async () => {
      throw new Error("refused");
    };
    const frozen = storeWith(async () => {
      await loseLock();
      const successor = { ...openFolder(folder), remove };
      expect(await makeIn(successor)).toBe(true);
      expect(readdirSync(folder)).toHaveLength(2);
      if (how === "fails") throw new Error("the disk is gone");
    });
    expect(await makeIn(frozen)).toBe(false);
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: 2, failure: null, finished_at: expect.any(Date), removed_at: null });
    expect(readdirSync(folder)).toContain(row.name);
    if (how === "succeeds") expect(readdirSync(folder)).toEqual([row.name]);
  },
);

test("losing the database in the meantime is a failure like others, with a pause", async () => {
  LOCK.heartbeatMs = 300;
  const broken = storeWith(async (signal) => {
    await pool().query(`SELECT pg_terminate_backend(pid) FROM (${isHeld}) AS holders`);
    if (!signal.aborted) await once(signal, "abort");
  });
  expect(await makeIn(broken)).toBe(false);
  expect((await readBackupState(pool())).failure?.message).toBe("the connection to the database was lost");
  expect(await secondsUntilRetry()).toBeGreaterThan(50);
});

test("a store that hangs, or accepts next to nothing, fails the attempt", async () => {
  Object.assign(STALL, { windowMs: 300, minBytes: 1_000, graceMs: 50 });
  const hanging = storeWith(() => new Promise(() => undefined));
  expect(await makeIn(hanging)).toBe(false);
  const message = (await readBackupState(pool())).failure?.message;
  expect(message).toMatch(/^Only 0 bytes was transferred in 1 minute: .* is stuck or too slow\.$/);
  Object.assign(STALL, own.stall);
  await change("retry_at = now()");
  expect(await makeDueBackup(pool(), never)).toBe(true);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("the lock outlasts the timeout of transactions that a provider sets", async () => {
  const { rows: found } = await pool().query("SELECT FROM pg_settings WHERE name = 'transaction_timeout'");
  if (found.length === 0) return;
  const strict = new pg.Pool({ connectionString: env().DATABASE_URL, options: "-c transaction_timeout=2s" });
  strict.on("error", () => undefined);
  const isOld = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND now() - xact_start > '3 seconds'";
  const outcome = await withLock(strict, "hop_backup", async () => {
    await until(async () => (await pool().query(isOld)).rowCount || (await pool().query(isHeld)).rowCount === 0);
    return (await pool().query(isHeld)).rowCount;
  });
  await strict.end();
  expect(outcome).toBe(1);
});

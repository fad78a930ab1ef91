import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readBackup } from "@/lib/backup/read";
import { makeDueBackup } from "@/lib/backup-schedule/make";
import { findDueSlot, readBackupState } from "@/lib/backup-schedule/queries";
import { identifyDatabase, recordCommand } from "@/lib/backup-schedule/retention";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { openFolder } from "@/lib/stores/folder";
import { openStore } from "@/lib/stores/open";
import type { Store } from "@/lib/stores/store";
import { awaitRoom } from "@/lib/testing/await-room";

jest.mock("@/lib/stores/open", () => ({ openStore: jest.fn(jest.requireActual("@/lib/stores/open").openStore) }));

const never = new AbortController().signal;

/** Makes a due backup in this store. */
function makeIn(store: Store, stopping = never): Promise<boolean> {
  jest.mocked(openStore).mockResolvedValueOnce(store);
  return makeDueBackup(pool(), stopping);
}

let folder: string;
beforeAll(() => {
  log.level = "silent";
});
// At the end of the period, the next backup would be due.
beforeEach(() => awaitRoom("backup"));
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-schedule-"));
  Object.assign(env(), { BACKUP_TO: folder, BACKUP_KEEP: 14, BACKUP_PASSPHRASE: undefined, BACKUP_EVERY_HOURS: 24 });
  await pool().query("TRUNCATE backups, audit_entries CASCADE");
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const audited = async () =>
  (await pool().query("SELECT actor_label, action, subject_label, before, after FROM audit_entries ORDER BY id")).rows;
const rows = async () => (await pool().query("SELECT * FROM backups ORDER BY id")).rows;
/** Makes the slot look due. */
const passTime = (slot: string) =>
  pool().query("UPDATE backups SET slot = $1, retry_at = now() - interval '1 minute'", [slot]);
const makeDueAgain = () => pool().query("UPDATE backups SET slot = id::text");

test("a due backup is made once, and can be read", async () => {
  expect(await makeDueBackup(pool(), never)).toBe(true);
  expect(await makeDueBackup(pool(), never)).toBe(false);
  const [name = "", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  const summary = await readBackup(await openFolder(folder).read(name, never));
  const [row] = await rows();
  expect(row).toMatchObject({ address: folder, name, attempts: 1, failure: null, bytes: String(summary.bytes) });
  expect(await readBackupState(pool())).toEqual({
    address: folder,
    everyHours: 24,
    last: { at: row.finished_at, bytes: summary.bytes, name },
    runningSince: null,
    failedAttempts: 0,
    failure: null,
  });
  const after = { bytes: summary.bytes, sha256: summary.sha256, isEncrypted: false };
  expect(await audited()).toEqual([
    { actor_label: "System", action: "backup.create", subject_label: name, before: null, after },
  ]);
});

test("a passphrase encrypts it", async () => {
  Object.assign(env(), { BACKUP_PASSPHRASE: "correct horse battery" });
  await makeDueBackup(pool(), never);
  const [name = ""] = readdirSync(folder);
  const store = openFolder(folder);
  await expect(readBackup(await store.read(name, never))).rejects.toThrow();
  const summary = await readBackup(await store.read(name, never), { passphrase: "correct horse battery" });
  expect(summary.isEncrypted).toBe(true);
});

test("only one of several workers makes it", async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => makeDueBackup(pool(), never)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("no backup begins while another process makes one", async () => {
  const other = await pool().connect();
  await other.query("BEGIN");
  await other.query("SELECT pg_advisory_xact_lock(hashtext('hop_backup'))");
  expect(await makeDueBackup(pool(), never)).toBe(false);
  // Killed.
  await other.query("ROLLBACK");
  other.release();
  expect(await makeDueBackup(pool(), never)).toBe(true);
});

test("what a killed worker left is removed, and the next one makes the backup after a minute", async () => {
  const name = "hop-2026-11-22T03-00-00Z-0a1b2c3d.backup";
  const slot = await findDueSlot(pool(), folder);
  await pool().query(
    `INSERT INTO backups (address, slot, name, database, attempts, started_at, retry_at)
     VALUES ($1, $2, $3, $4, 1, now(), now() + interval '1 minute')`,
    [folder, slot, name, await identifyDatabase(pool())],
  );
  for (const left of [name, `${name}.partial`]) writeFileSync(path.join(folder, left), "half");
  expect(await makeDueBackup(pool(), never)).toBe(false);
  await passTime(slot ?? "");
  expect(await makeDueBackup(pool(), never)).toBe(true);
  expect(readdirSync(folder)).toEqual([(await rows())[0].name]);
  expect((await rows())[0]).toMatchObject({ attempts: 2, failure: null });
});

test("what a killed hop backup left is removed by the next attempt, but not the file of a running one", async () => {
  const name = "hop-2026-11-22T03-00-00Z-0a1b2c3d.backup";
  await recordCommand(pool(), folder, name);
  writeFileSync(path.join(folder, `${name}.partial`), "half");
  const running = await pool().connect();
  await running.query("SELECT pg_advisory_lock(hashtext('hop: backup'))");
  expect(await makeDueBackup(pool(), never)).toBe(true);
  expect(readdirSync(folder)).toContain(`${name}.partial`);
  // Killed.
  await running.query("SELECT pg_advisory_unlock_all()");
  running.release(true);
  await pool().query("UPDATE backups SET slot = id::text WHERE finished_at IS NOT NULL");
  expect(await makeDueBackup(pool(), never)).toBe(true);
  const made = await rows();
  expect(made.every(({ finished_at: at }) => at !== null)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(made.map((row) => row.name).sort());
});

test("the file of a hop backup that finishes in the meantime stays", async () => {
  const forgets: (() => Promise<void>)[] = [];
  for (const name of ["hop-2026-11-22T03-00-00Z-0a1b2c3d.backup", "hop-2026-11-22T04-00-00Z-0a1b2c3d.backup"]) {
    forgets.push(await recordCommand(pool(), folder, name));
    writeFileSync(path.join(folder, name), "whole");
  }
  const finishing = openFolder(folder);
  const store: Store = {
    ...finishing,
    remove: async (name) => {
      await forgets[1]?.();
      await finishing.remove(name);
    },
  };
  expect(await makeIn(store)).toBe(true);
  expect(readdirSync(folder)).toContain("hop-2026-11-22T04-00-00Z-0a1b2c3d.backup");
  expect(readdirSync(folder)).toHaveLength(2);
  // Its process has lost its lock but is still running.
  await expect(forgets[0]?.()).rejects.toThrow("was removed: the connection to the database was lost");
});

test("a failure is kept for administrators, logged, and retried with a growing pause", async () => {
  const error = jest.spyOn(log, "error");
  rmSync(folder, { recursive: true });
  expect(await makeDueBackup(pool(), never)).toBe(false);
  expect(await makeDueBackup(pool(), never)).toBe(false);
  expect(error).toHaveBeenCalledTimes(1);
  const message = `${folder} does not exist`;
  expect(await readBackupState(pool())).toMatchObject({ failedAttempts: 1, failure: { message }, last: null });
  const pauses = [];
  for (let attempts = 1; attempts < 9; attempts++) {
    const { rows: found } = await pool().query(
      "UPDATE backups SET retry_at = now() - interval '1 minute' RETURNING extract(epoch FROM retry_at - started_at)::int AS pause",
    );
    expect(found).toHaveLength(1);
    await makeDueBackup(pool(), never);
    const [row] = (
      await pool().query("SELECT extract(epoch FROM retry_at - started_at)::int / 60 AS pause FROM backups")
    ).rows;
    pauses.push(row.pause);
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  mkdirSync(folder);
  await passTime((await rows())[0].slot);
  const isMade = await makeDueBackup(pool(), never);
  expect(await readBackupState(pool())).toMatchObject({
    failedAttempts: 0,
    failure: null,
    last: { bytes: expect.any(Number) },
  });
  expect(isMade).toBe(true);
});

test("a clock that is set back delays no retry", async () => {
  await makeDueBackup(pool(), never);
  await pool().query("UPDATE backups SET finished_at = NULL, retry_at = now() + interval '1 year'");
  expect(await makeDueBackup(pool(), never)).toBe(true);
});

test("a file that comes back changed is a failure, and isn't kept", async () => {
  const store = openFolder(folder);
  const damaging: Store = {
    ...store,
    write: async (name, produce, signal) => {
      const result = await store.write(name, produce, signal);
      writeFileSync(path.join(folder, name), "hop-backup 1 {}\n");
      return result;
    },
  };
  expect(await makeIn(damaging)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
  expect((await readBackupState(pool())).failure?.message).toMatch(/damaged|returned another/);
});

test("a file that is damaged and can't be removed is named, and removed by the next attempt", async () => {
  const store = openFolder(folder);
  const stubborn: Store = {
    ...store,
    write: async (name, produce, signal) => {
      const result = await store.write(name, produce, signal);
      writeFileSync(path.join(folder, name), "hop-backup 1 {}\n");
      return result;
    },
    remove: () => Promise.reject(new Error("refused")),
  };
  expect(await makeIn(stubborn)).toBe(false);
  const [name = ""] = readdirSync(folder);
  const message = (await readBackupState(pool())).failure?.message;
  expect(message).toMatch(/^The backup is damaged: .*\. Don't use .*\.backup: it can't be removed \(refused\)$/);
  expect(message).toContain(path.join(folder, name));
  await passTime((await rows())[0].slot);
  expect(await makeDueBackup(pool(), never)).toBe(true);
  expect(readdirSync(folder)).not.toContain(name);
});

test("an interrupted backup leaves nothing, and begins again at once", async () => {
  const stopping = new AbortController();
  stopping.abort();
  expect(await makeDueBackup(pool(), stopping.signal)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
  expect(await rows()).toMatchObject([{ attempts: 0, failure: null }]);
  expect(await makeDueBackup(pool(), never)).toBe(true);
});

test("a backup that is stopped while it is read back is removed", async () => {
  const stopping = new AbortController();
  const store = openFolder(folder);
  const stopped: Store = {
    ...store,
    read: (name, signal) => {
      expect(readdirSync(folder)).toEqual([name]);
      stopping.abort();
      return store.read(name, signal);
    },
  };
  expect(await makeIn(stopped, stopping.signal)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

describe("retention", () => {
  async function make(count: number): Promise<string[]> {
    for (let made = 0; made < count; made++) {
      await makeDueAgain();
      expect(await makeDueBackup(pool(), never)).toBe(true);
    }
    return (await rows()).map(({ name }) => name);
  }

  test("keeps the newest, and files that this installation hasn't made", async () => {
    const foreign = ["hop-2020-01-01T03-00-00Z-ffffffff.backup", "notes.txt"];
    for (const name of foreign) writeFileSync(path.join(folder, name), "theirs");
    Object.assign(env(), { BACKUP_KEEP: 2 });
    const names = await make(4);
    expect(readdirSync(folder).sort()).toEqual([...foreign, ...names.slice(-2)].sort());
    const removed = (await audited()).filter(({ action }) => action === "backup.remove");
    expect(removed).toEqual(
      names.slice(0, 2).map((name) => ({
        actor_label: "System",
        action: "backup.remove",
        subject_label: name,
        before: { bytes: expect.any(Number) },
        after: null,
      })),
    );
  });

  test("follows the order of creation, not a clock that was set back", async () => {
    Object.assign(env(), { BACKUP_KEEP: 1 });
    await make(1);
    await pool().query(
      "UPDATE backups SET finished_at = now() + interval '1 year', started_at = now() + interval '1 year'",
    );
    const names = await make(1);
    expect(readdirSync(folder)).toEqual(names.slice(-1));
  });

  test("deletes nothing when the new one fails", async () => {
    Object.assign(env(), { BACKUP_KEEP: 1 });
    const names = await make(1);
    await makeDueAgain();
    Object.assign(env(), { DATABASE_URL: "postgresql://hop@127.0.0.1:1/hop" });
    const url = process.env.DATABASE_URL;
    expect(await makeDueBackup(pool(), never)).toBe(false);
    Object.assign(env(), { DATABASE_URL: url });
    expect(readdirSync(folder)).toEqual(names);
  });

  test("forgets what failed or was removed three months ago, but no backup that is still there", async () => {
    Object.assign(env(), { BACKUP_KEEP: 2 });
    const [removed, kept] = await make(2);
    await makeDueAgain();
    const database = await identifyDatabase(pool());
    await pool().query(
      `INSERT INTO backups (address, slot, database, attempts, started_at, retry_at, failure)
       SELECT $1, failed, $2, 1, now() - age, now(), 'the disk is full'
       FROM (VALUES ('long ago', interval '91 days'), ('lately', interval '89 days')) AS row (failed, age)`,
      [folder, database],
    );
    await pool().query("UPDATE backups SET started_at = now() - interval '91 days' WHERE finished_at IS NOT NULL");
    expect(await makeDueBackup(pool(), never)).toBe(true);
    const left = await rows();
    expect(left.map(({ name, slot }) => name ?? slot)).toEqual([kept, "lately", expect.any(String)]);
    expect(readdirSync(folder)).not.toContain(removed);
  });

  test("another installation's backups in the same folder stay", async () => {
    const names = await make(2);
    // A restored installation doesn't know about them.
    await pool().query("TRUNCATE backups");
    Object.assign(env(), { BACKUP_KEEP: 1 });
    const [own = ""] = await make(1);
    expect(readdirSync(folder).sort()).toEqual([...names, own].sort());
  });

  test("a database that was loaded from another's dump leaves the other's files alone, half of them or whole", async () => {
    const unfinished = "hop-2026-11-22T03-00-00Z-0a1b2c3d.backup";
    const names = await make(2);
    await pool().query("UPDATE backups SET database = 'another/5'");
    await pool().query(
      `INSERT INTO backups (address, slot, name, database, attempts, started_at, retry_at)
       VALUES ($1, 'unfinished', $2, 'another/5', 1, now(), now())`,
      [folder, unfinished],
    );
    writeFileSync(path.join(folder, `${unfinished}.partial`), "half");
    Object.assign(env(), { BACKUP_KEEP: 1 });
    const own = (await make(2)).at(-1) ?? "";
    expect(readdirSync(folder).sort()).toEqual([...names, `${unfinished}.partial`, own].sort());
  });
});

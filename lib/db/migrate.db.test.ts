import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { LOCK_TIMEOUT_MS, LockedError } from "@/lib/db/lock-wait";
import { MigrationError, migrate } from "@/lib/db/migrate";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { withDatabase } from "@/lib/db/testing/databases";
import { unique } from "@/lib/db/testing/fixtures";
import { log } from "@/lib/log";

const serverUrl = process.env.TEST_POSTGRES_URL ?? "";
const REAL = path.resolve("prisma/migrations");

let folder: string;
let url: string;
let client: pg.Client;

/** Creates an empty database and a folder for migrations. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-migrations-"));
  const name = unique("migrate").replace("-", "_");
  await onServer(`CREATE DATABASE ${name}`);
  url = withDatabase(serverUrl, name);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await onServer(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  rmSync(folder, { recursive: true });
});

async function onServer(sql: string): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(sql);
  await server.end();
}

function write(name: string, sql: string): void {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, "migration.sql"), sql);
}

async function history(): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query("SELECT * FROM _prisma_migrations ORDER BY migration_name");
  return rows;
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%'",
  );
  return rows.map((row) => row.table_name).sort();
}

test("missing migrations are applied once, in order of their names", async () => {
  write("2_second", "ALTER TABLE first ADD COLUMN number int");
  write("1_first", "CREATE TABLE first ()");
  writeFileSync(path.join(folder, "migration_lock.toml"), 'provider = "postgresql"');
  expect(await migrate(url, folder)).toEqual(["1_first", "2_second"]);
  expect(await migrate(url, folder)).toEqual([]);
  write("3_third", "CREATE TABLE third ()");
  expect(await migrate(url, folder)).toEqual(["3_third"]);
  expect(await tables()).toEqual(["first", "third"]);
});

test("the history has Prisma's format", async () => {
  cpSync(REAL, folder, { recursive: true });
  const [name = ""] = await migrate(url, folder);
  const sql = readFileSync(path.join(REAL, name, "migration.sql"));
  expect((await history())[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    checksum: createHash("sha256").update(sql).digest("hex"),
    migration_name: name,
    started_at: expect.any(Date),
    finished_at: expect.any(Date),
    applied_steps_count: 1,
    logs: null,
    rolled_back_at: null,
  });
});

test("of four concurrent processes one applies the migrations while the others wait", async () => {
  write("1_slow", "CREATE TABLE first (); SELECT pg_sleep(0.3)");
  write("2_next", "CREATE TABLE second ()");
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url, folder)));
  expect(applied.filter((names) => names.length > 0)).toEqual([["1_slow", "2_next"]]);
  expect(await history()).toHaveLength(2);
});

test("a failing migration is rolled back with its error; earlier ones stay applied", async () => {
  write("1_good", "CREATE TABLE good ()");
  write("2_bad", "CREATE TABLE bad (); ALTER TABLE nowhere ADD COLUMN x int");
  write("3_never", "CREATE TABLE never ()");
  const attempt = migrate(url, folder);
  await expect(attempt).rejects.toThrow(MigrationError);
  await expect(attempt).rejects.toThrow('Migration 2_bad failed: relation "nowhere" does not exist');
  expect(await tables()).toEqual(["good"]);
  expect((await history()).map((row) => row.migration_name)).toEqual(["1_good"]);
  write("2_bad", "CREATE TABLE fixed ()");
  expect(await migrate(url, folder)).toEqual(["2_bad", "3_never"]);
});

test("a migration waiting for a table in use does not block its readers", async () => {
  write("1_first", "CREATE TABLE first ()");
  await migrate(url, folder);
  write("2_second", "ALTER TABLE first ADD COLUMN number int");
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query("BEGIN; SELECT FROM first");
  const migrated = migrate(url, folder);
  await untilBlocked(client);
  const start = performance.now();
  // The migration keeps waiting for the first reader.
  await client.query("SELECT FROM first");
  expect(performance.now() - start).toBeLessThan(60_000);
  expect(LOCK_TIMEOUT_MS).toBeLessThanOrEqual(2_000);
  await reader.query("COMMIT");
  await reader.end();
  expect(await migrated).toEqual(["2_second"]);
});

test.each(["first", "_prisma_migrations"])(
  "a migration gives up and names the process that locks the table %s",
  async (table) => {
    write("1_first", "CREATE TABLE first ()");
    await migrate(url, folder);
    write("2_second", "ALTER TABLE first ADD COLUMN number int");
    const holder = new pg.Client({ connectionString: url, application_name: "psql" });
    holder.on("error", () => undefined);
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query(`LOCK TABLE ${table}`);
    const { rows } = await holder.query("SELECT pg_backend_pid() AS pid");
    const warned = jest.spyOn(log, "warn").mockReturnValue(undefined);
    const failure = await migrate(url, folder, undefined, 1).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LockedError);
    const { message } = failure as Error;
    expect(message).toContain(`held by database process ${rows[0].pid} (psql), in a transaction for `);
    expect(message).toContain("idle in transaction: SELECT pg_backend_pid() AS pid – ");
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
    await holder.end();
    expect(await migrate(url, folder)).toEqual(["2_second"]);
  },
);

test("a limit of the database user on statements doesn't apply to migrations", async () => {
  write("1_slow", `DO $$ BEGIN IF current_setting('statement_timeout') <> '0' THEN RAISE 'limited'; END IF; END $$`);
  const limited = new URL(url);
  limited.searchParams.set("options", "-c statement_timeout=60000");
  expect(await migrate(limited.href, folder)).toEqual(["1_slow"]);
});

test("a migration changed after it was applied is an error, and later ones are not applied", async () => {
  write("1_first", "CREATE TABLE first ()");
  await migrate(url, folder);
  write("1_first", "CREATE TABLE first () -- changed");
  write("2_second", "CREATE TABLE second ()");
  await expect(migrate(url, folder)).rejects.toThrow("Migration 1_first was modified after it was applied.");
  expect(await tables()).toEqual(["first"]);
});

test("a migration that Prisma left unfinished is an error until it is resolved", async () => {
  write("1_first", "CREATE TABLE first ()");
  await migrate(url, folder);
  await client.query("UPDATE _prisma_migrations SET finished_at = NULL");
  await expect(migrate(url, folder)).rejects.toThrow("Migration 1_first failed earlier and was not resolved");
  await client.query("UPDATE _prisma_migrations SET rolled_back_at = now(); DROP TABLE first");
  expect(await migrate(url, folder)).toEqual(["1_first"]);
});

test("an unreachable database is an error", async () => {
  await expect(migrate("postgresql://localhost:1/none", folder)).rejects.toThrow();
});

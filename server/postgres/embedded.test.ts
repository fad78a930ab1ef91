import { spawn } from "node:child_process";
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { isProcessAlive } from "@/lib/process";
import type { EmbeddedPostgres } from "@/server/postgres/embedded";
import "@/server/testing/embedded-binaries";
import { until } from "@/lib/testing/until";

/** Too long a path for a Unix socket, like a deeply nested folder. */
const root = mkdtempSync(path.join(tmpdir(), "hop-embedded-"));
const dataDir = path.join(root, "a-folder-with-a-long-name".repeat(4));

let postgres: EmbeddedPostgres;

async function start(
  settings: Record<string, string> = {},
  options: { shutdown?: AbortSignal; silentMs?: number } = {},
): Promise<EmbeddedPostgres> {
  const { startEmbeddedPostgres } = await import("@/server/postgres/embedded");
  return startEmbeddedPostgres(dataDir, { fsync: "off", ...settings }, options);
}

/** SQLSTATE (Postgres, appendix A). */
const CANNOT_CONNECT_NOW = "57P03";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code,
  );

async function query(sql: string, url = postgres.url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  // Variables of libpq, which must not matter.
  Object.assign(process.env, { PGSSLMODE: "require", PGSSLNEGOTIATION: "direct", PGOPTIONS: "-c search_path=other" });
  // The state after a start that was killed during initdb, which is still writing.
  const unfinished = path.join(dataDir, "postgres.unfinished");
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, "PG_VERSION"), "");
  const write = `const { writeFileSync } = require("node:fs");
    for (let i = 0; performance.now() < 2_000; i++) writeFileSync(${JSON.stringify(unfinished)} + "/" + i, "");`;
  spawn(process.execPath, ["-e", write], { stdio: "ignore" });
  await until(() => existsSync(path.join(unfinished, "0")));
  postgres = await start();
});

afterAll(async () => {
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
});

test.each(['Smith, Jones & "Co"', "ü".repeat(40)])("starts in a folder named %s", async (name) => {
  const { startEmbeddedPostgres } = await import("@/server/postgres/embedded");
  const folder = path.join(root, name);
  mkdirSync(folder);
  const other = await startEmbeddedPostgres(folder, { fsync: "off" });
  expect(await query("SELECT 1 AS one", other.url)).toEqual([{ one: 1 }]);
  await other.stop();
});

test("nothing is left of a start that was killed", () => {
  expect(readdirSync(dataDir).filter((name) => name.includes("unfinished"))).toEqual([]);
});

test("starts in an empty folder, with a database owner who is not a superuser", async () => {
  expect(
    await query("SELECT current_user, current_database(), rolsuper FROM pg_roles WHERE rolname = current_user"),
  ).toEqual([{ current_user: "hop", current_database: "hop", rolsuper: false }]);
  await query("CREATE TABLE kept (word text); INSERT INTO kept VALUES ('yes')");
});

test("is not reachable over the network or without the password, which only its owner can read", async () => {
  expect(await query("SHOW listen_addresses")).toEqual([{ listen_addresses: "" }]);
  const wrong = postgres.url.replace(/:[^:@/]+@/, ":wrong@");
  await expect(query("SELECT 1", wrong)).rejects.toMatchObject({ code: "28P01" });
  for (const name of ["postgres-password", "postgres-app-password"]) {
    expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
  }
});

const passwordIn = (name: string) => readFileSync(path.join(dataDir, name), "utf8").trim();

test("the application's password does not work for the superuser", async () => {
  const password = passwordIn("postgres-app-password");
  expect(new URL(postgres.url).password).toBe(password);
  expect(passwordIn("postgres-password")).not.toBe(password);
  const asSuperuser = postgres.superuserUrl.replace(/:[^:@/]+@/, `:${password}@`);
  await expect(query("SELECT 1", asSuperuser)).rejects.toMatchObject({ code: "28P01" });
});

test("the server's log quotes neither statements nor rows that violate a constraint, but the application sees them", async () => {
  await query("CREATE TABLE people (email text PRIMARY KEY)");
  const insert = "INSERT INTO people SELECT 'ann@' || 'example.com'";
  await query(insert);
  await expect(query(insert)).rejects.toMatchObject({ detail: "Key (email)=(ann@example.com) already exists." });
  const logged = readFileSync(path.join(dataDir, "postgres.log"), "utf8");
  expect(logged).toContain("people_pkey");
  expect(logged).not.toContain("ann@example.com");
  expect(logged).not.toContain(insert);
});

test("an installation whose two users share a password gets a second one at the next start", async () => {
  const shared = passwordIn("postgres-password");
  await query(`ALTER ROLE hop PASSWORD '${shared}'`, postgres.superuserUrl);
  rmSync(path.join(dataDir, "postgres-app-password"));
  const taken = await start();
  expect(await query("SELECT current_user", taken.url)).toEqual([{ current_user: "hop" }]);
  const withShared = taken.url.replace(/:[^:@/]+@/, `:${shared}@`);
  await expect(query("SELECT 1", withShared)).rejects.toMatchObject({ code: "28P01" });
  postgres = taken;
});

test.each(["postgres-password", "postgres-app-password"])("an empty %s fails with a one-line error", async (name) => {
  const file = path.join(dataDir, name);
  const password = readFileSync(file);
  writeFileSync(file, "");
  await expect(start()).rejects.toThrow(/^DATA_DIR: \S+password is empty: [^\n]+$/);
  writeFileSync(file, password);
});

test("a missing or wrong superuser password fails immediately, and the server keeps running", async () => {
  const file = path.join(dataDir, "postgres-password");
  const password = readFileSync(file);
  rmSync(file);
  await expect(start()).rejects.toThrow(`DATA_DIR: ${file} is missing: restore it from a backup.`);
  writeFileSync(file, "x".repeat(32));
  await expect(start()).rejects.toThrow("postgres-password is wrong: restore it from a backup.");
  writeFileSync(file, password);
  expect(await query("SELECT current_user")).toEqual([{ current_user: "hop" }]);
});

test("a server left running is adopted, not started twice", async () => {
  const second = await start();
  expect(second).toMatchObject({ url: postgres.url, pid: postgres.pid });
  expect(await query("SELECT * FROM kept", second.url)).toEqual([{ word: "yes" }]);
});

test("stops even with open connections, and restarts with its data", async () => {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  await client.connect();
  await postgres.stop();
  expect(isProcessAlive(postgres.pid)).toBe(false);
  await expect(query("SELECT 1")).rejects.toThrow();
  await postgres.stop();
  await client.end().catch(() => undefined);
  postgres = await start();
  expect(await query("SELECT * FROM kept")).toEqual([{ word: "yes" }]);
});

test("restarts after it was killed", async () => {
  process.kill(postgres.pid, "SIGKILL");
  await until(() => !isProcessAlive(postgres.pid));
  postgres = await start();
  expect(await query("SELECT * FROM kept")).toEqual([{ word: "yes" }]);
});

test("restarts after it was killed, even if another process has its pid", async () => {
  const socketFolder = new URL(postgres.url).searchParams.get("host") ?? "";
  const locks = [path.join(dataDir, "postgres", "postmaster.pid"), path.join(socketFolder, ".s.PGSQL.5432.lock")];
  const contents = locks.map((lock) => readFileSync(lock, "utf8"));
  process.kill(postgres.pid, "SIGKILL");
  await until(() => !isProcessAlive(postgres.pid));
  const other = spawn("sleep", ["120"]);
  for (const [index, lock] of locks.entries()) {
    writeFileSync(lock, contents[index]?.replace(/^\d+/, String(other.pid)) ?? "");
  }
  postgres = await start();
  expect(await query("SELECT * FROM kept")).toEqual([{ word: "yes" }]);
  other.kill();
});

test("a process with its pid is not stopped, even if its working directory is unknown", async () => {
  const lock = path.join(dataDir, "postgres", "postmaster.pid");
  const content = readFileSync(lock, "utf8");
  await postgres.stop();
  const other = spawn("sleep", ["120"]);
  writeFileSync(lock, content.replace(/^\d+/, String(other.pid)));
  const readLink = fs.readlinkSync;
  const links = jest.spyOn(fs, "readlinkSync").mockImplementation((file, options) => {
    if (file === `/proc/${other.pid}/cwd`) throw Object.assign(new Error("not permitted"), { code: "EACCES" });
    return readLink(file, options);
  });
  postgres = await start({}).finally(() => links.mockRestore());
  expect(await query("SELECT * FROM kept")).toEqual([{ word: "yes" }]);
  expect(isProcessAlive(other.pid ?? 0)).toBe(true);
  other.kill();
});

test("restarts after it was killed, even if another user's process has its pid", async () => {
  const lock = path.join(dataDir, "postgres", "postmaster.pid");
  const content = readFileSync(lock, "utf8");
  await postgres.stop();
  const other = spawn("sleep", ["120"], { cwd: path.dirname(lock) });
  writeFileSync(lock, content.replace(/^\d+/, String(other.pid)));
  // Root may signal every process.
  const kill = process.kill.bind(process);
  const signals = jest.spyOn(process, "kill").mockImplementation((pid, signal) => {
    if (pid === other.pid) throw Object.assign(new Error("not permitted"), { code: "EPERM" });
    return kill(pid, signal);
  });
  postgres = await start().finally(() => signals.mockRestore());
  expect(await query("SELECT * FROM kept")).toEqual([{ word: "yes" }]);
  other.kill();
});

test("a server that does not respond in time is stopped and not left behind", async () => {
  await postgres.stop();
  await expect(start({ pre_auth_delay: "4" }, { silentMs: 100 })).rejects.toThrow(
    "The embedded Postgres did not start",
  );
  expect(existsSync(path.join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  postgres = await start();
  expect(await query("SELECT * FROM kept")).toEqual([{ word: "yes" }]);
});

test("waits for a server in recovery until Hop shuts down", async () => {
  await postgres.stop();
  // A standby without hot_standby rejects connections like a server in crash recovery.
  const standby = path.join(dataDir, "postgres", "standby.signal");
  writeFileSync(standby, "");
  const shutdown = new AbortController();
  const silentMs = 60_000;
  const starting = start({ hot_standby: "off" }, { shutdown: shutdown.signal, silentMs });
  await until(async () => (await codeOf(query("SELECT 1"))) === CANNOT_CONNECT_NOW);
  const now = performance.now.bind(performance);
  for (let jumps = 1; jumps <= 3; jumps++) {
    jest.spyOn(performance, "now").mockImplementation(() => now() + jumps * 2 * silentMs);
    expect(await Promise.race([starting, pause(300).then(() => "waits")])).toBe("waits");
  }
  jest.restoreAllMocks();
  shutdown.abort();
  const { pid, stop } = await starting;
  expect(isProcessAlive(pid)).toBe(true);
  await stop();
  expect(isProcessAlive(pid)).toBe(false);
  rmSync(standby);
  postgres = await start();
});

test.each([
  ["missing", () => undefined],
  ["an empty mount point", () => mkdirSync(path.join(dataDir, "postgres"))],
])("a cluster that existed and is %s is not replaced by a new one", async (_what, leave) => {
  await postgres.stop();
  const cluster = path.join(dataDir, "postgres");
  const elsewhere = path.join(root, "unmounted");
  renameSync(cluster, elsewhere);
  leave();
  await expect(start()).rejects.toThrow(
    /^The embedded database \(\S+\/postgres\) is missing, but DATA_DIR was used before: it has postgres\.log\. [^\n]+$/,
  );
  expect(existsSync(path.join(cluster, "PG_VERSION"))).toBe(false);
  rmSync(cluster, { recursive: true, force: true });
  renameSync(elsewhere, cluster);
  postgres = await start();
  expect(await query("SELECT * FROM kept")).toEqual([{ word: "yes" }]);
});

test("a data folder with clicks of another database gets a cluster only for a restore", async () => {
  const { startEmbeddedPostgres } = await import("@/server/postgres/embedded");
  const used = path.join(root, "used");
  mkdirSync(path.join(used, "spool"), { recursive: true });
  await expect(startEmbeddedPostgres(used)).rejects.toThrow(/ it has spool\. /);
  const restored = await startEmbeddedPostgres(used, { fsync: "off" }, { mayReplace: true });
  expect(await query("SELECT current_database()", restored.url)).toEqual([{ current_database: "hop" }]);
  await restored.stop();
});

test("a cluster of another Postgres version fails with the remedy and is not modified", async () => {
  await postgres.stop();
  const file = path.join(dataDir, "postgres", "PG_VERSION");
  const version = readFileSync(file, "utf8");
  writeFileSync(file, "14\n");
  await expect(start()).rejects.toThrow(
    /^The embedded Postgres 18 can't use the data of version 14: start the release/,
  );
  writeFileSync(file, version);
  postgres = await start();
  expect(await query("SELECT * FROM kept")).toEqual([{ word: "yes" }]);
});

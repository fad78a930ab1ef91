import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildSync } from "esbuild";
import { pool } from "@/lib/db/pool";
import { until } from "@/lib/testing/until";

/** Inside the project, so that packages are found. */
const FILE = path.resolve("dist/testing", `backup-child-${process.pid}.mjs`);
let folder: string;

beforeAll(() => {
  mkdirSync(path.dirname(FILE), { recursive: true });
  buildSync({
    entryPoints: ["server/backup-child.ts"],
    outfile: FILE,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
  });
});
afterAll(() => rmSync(FILE, { force: true }));
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-child-"));
  await pool().query("TRUNCATE backups");
});
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

function start(variables: Record<string, string>) {
  const child = fork(FILE, {
    env: { ...process.env, LOG_LEVEL: "silent", ...variables },
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  started.push(child);
  return { child, exited: once(child, "exit") };
}

const rows = async () => (await pool().query("SELECT * FROM backups")).rows;

test("it makes the backup that is due, and exits", async () => {
  const { exited } = start({ BACKUP_TO: folder });
  expect(await exited).toEqual([0, null]);
  const [row] = await rows();
  expect(readdirSync(folder)).toEqual([row.name]);
  expect(row).toMatchObject({ finished_at: expect.any(Date), working_until: null });
});

test("it ends and leaves nothing behind when its parent is gone", async () => {
  const migration = await pool().connect();
  await migration.query("BEGIN; LOCK TABLE users");
  const { child, exited } = start({ BACKUP_TO: folder });
  await until(() => readdirSync(folder).length > 0);
  child.disconnect();
  expect(await exited).toEqual([0, null]);
  await migration.query("ROLLBACK");
  migration.release();
  expect(readdirSync(folder)).toEqual([]);
  expect(await rows()).toMatchObject([{ attempts: 0, failure: null, working_until: null }]);
});

test("it also ends while a thread waits for a file system that hangs", async () => {
  // Nothing writes to them, so opening one blocks like a hanging network disk.
  const [credentials, config] = [path.join(folder, "credentials"), path.join(folder, "config")];
  execFileSync("mkfifo", [credentials, config]);
  const { child, exited } = start({
    BACKUP_TO: "s3://backups/hop",
    AWS_ENDPOINT_URL: "http://127.0.0.1:1",
    AWS_SHARED_CREDENTIALS_FILE: credentials,
    AWS_CONFIG_FILE: config,
  });
  // The SDK opens both at once.
  await until(() => hasReader(config));
  child.disconnect();
  expect(await exited).toEqual([null, "SIGKILL"]);
  expect(await rows()).toMatchObject([{ attempts: 0, working_until: null }]);
});

function hasReader(fifo: string): boolean {
  try {
    closeSync(openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

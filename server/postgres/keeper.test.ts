import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { log } from "@/lib/log";
import { isProcessAlive } from "@/lib/process";
import { counted } from "@/lib/process-counts";
import { until } from "@/lib/testing/until";
import type { EmbeddedPostgres } from "@/server/postgres/embedded";
import type { keepPostgresRunning } from "@/server/postgres/keeper";
import "@/server/testing/embedded-binaries";

let mockMark: string | undefined;
jest.mock("../../lib/process", () => {
  const actual = jest.requireActual("../../lib/process");
  return { ...actual, processMark: (pid: number) => mockMark ?? actual.processMark(pid) };
});

log.level = "silent";

const dataDir = mkdtempSync(path.join(tmpdir(), "hop-keeper-"));
const versionFile = path.join(dataDir, "postgres", "PG_VERSION");

let postgres: EmbeddedPostgres;
let keeper: ReturnType<typeof keepPostgresRunning>;

async function start(shutdown?: AbortSignal): Promise<EmbeddedPostgres> {
  const { startEmbeddedPostgres } = await import("@/server/postgres/embedded");
  return startEmbeddedPostgres(dataDir, { fsync: "off" }, { shutdown });
}

async function keep(): Promise<void> {
  const { keepPostgresRunning: keepRunning } = await import("@/server/postgres/keeper");
  keeper = keepRunning(postgres, start, { shutdownGraceMs: 200, logCheckMs: 100 });
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function isUp(): Promise<boolean> {
  const client = await connect().catch(() => null);
  await client?.end();
  return client !== null;
}

const postmaster = () => {
  try {
    return Number.parseInt(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
  } catch {
    return -1;
  }
};

function childrenOf(pid: number): number[] {
  return execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map(Number);
}

/** A child process may exit first, because its postmaster is dead. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Waits until a new postmaster accepts connections. */
async function untilBack(before: number): Promise<void> {
  await until(async () => postmaster() !== before && postmaster() > 0 && (await isUp()));
}

beforeEach(async () => {
  postgres = await start();
  await keep();
});

afterEach(async () => {
  await keeper.stop();
  mockMark = undefined;
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("restarts with its data after all processes are killed at once", async () => {
  const client = await connect();
  await client.query("CREATE TABLE kept AS SELECT 'yes' AS word");
  const before = postmaster();
  const restarts = counted("postgres-restarts");
  for (const pid of [before, ...childrenOf(before)]) kill(pid);
  await untilBack(before);
  await until(() => counted("postgres-restarts") === restarts + 1);
  const again = await connect();
  expect((await again.query("SELECT word FROM kept")).rows).toEqual([{ word: "yes" }]);
  await again.end();
});

test("kills surviving child processes before restarting a killed postmaster", async () => {
  const client = await connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  client.query("SELECT count(*) FROM generate_series(1, 1000000000000)").catch(() => undefined);
  const before = postmaster();
  process.kill(before, "SIGKILL");
  await untilBack(before);
  expect(isProcessAlive(rows[0].pid)).toBe(false);
});

test("restarts after the postmaster is killed while a child process is frozen", async () => {
  const client = await connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  process.kill(rows[0].pid, "SIGSTOP");
  const before = postmaster();
  process.kill(before, "SIGKILL");
  await untilBack(before);
  expect(isProcessAlive(rows[0].pid)).toBe(false);
});

test("restarts a server left running by an earlier process", async () => {
  const before = postmaster();
  const taken = await start();
  expect(taken.pid).toBe(before);
  const { keepPostgresRunning: keepRunning } = await import("@/server/postgres/keeper");
  await keeper.stop();
  postgres = await start();
  const again = await start();
  keeper = keepRunning(again, start);
  process.kill(again.pid, "SIGKILL");
  await untilBack(again.pid);
});

test("restarts a server whose pid another process has been given", async () => {
  const restarts = counted("postgres-restarts");
  mockMark = "another process";
  await until(() => counted("postgres-restarts") > restarts);
});

test("keeps retrying while the server cannot start, and stopping does not wait for that", async () => {
  const version = readFileSync(versionFile, "utf8");
  writeFileSync(versionFile, "14\n");
  const logFile = path.join(dataDir, "postgres.log");
  const failures = () => readFileSync(logFile, "utf8").split("not compatible").length;
  const [before, earlier] = [postmaster(), failures()];
  process.kill(before, "SIGKILL");
  await until(() => failures() > earlier + 3);
  writeFileSync(versionFile, version);
  await untilBack(before);
  const second = postmaster();
  writeFileSync(versionFile, "14\n");
  process.kill(second, "SIGKILL");
  const later = failures();
  await until(() => failures() > later);
  await keeper.stop();
  writeFileSync(versionFile, version);
  expect(await isUp()).toBe(false);
});

test("a server stopped during a restart is not left behind", async () => {
  process.kill(postmaster(), "SIGKILL");
  await keeper.stop();
  expect(await isUp()).toBe(false);
  expect(isProcessAlive(postmaster())).toBe(false);
});

test("a server told to shut down stops despite open connections, and restarts", async () => {
  const client = await connect();
  const before = postmaster();
  process.kill(before, "SIGTERM");
  await untilBack(before);
  await client.end().catch(() => undefined);
});

test("a log that has grown is moved aside, and the running server writes on", async () => {
  const logFile = path.join(dataDir, "postgres.log");
  appendFileSync(logFile, "x".repeat(11 * 1024 * 1024));
  await until(() => statSync(logFile).size < 1_000_000);
  expect(statSync(`${logFile}.old`).size).toBeGreaterThan(10 * 1024 * 1024);
  const client = await connect();
  await expect(client.query("SELECT missing_column")).rejects.toThrow();
  await client.end();
  await until(() => readFileSync(logFile, "utf8").includes("missing_column"));
  expect(statSync(logFile).size).toBeLessThan(100_000);
});

test("a frozen server is not restarted", async () => {
  const before = postmaster();
  process.kill(before, "SIGSTOP");
  // The keeper looks at the process with signal 0.
  const looks = jest.spyOn(process, "kill");
  await until(() => looks.mock.calls.filter(([pid, signal]) => pid === before && signal === 0).length >= 3);
  looks.mockRestore();
  expect([postmaster(), isProcessAlive(before)]).toEqual([before, true]);
  process.kill(before, "SIGCONT");
  expect(await isUp()).toBe(true);
});

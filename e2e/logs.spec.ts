import { type ChildProcess, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@/e2e/fixtures";
import { ended, freePort, isRunning, START_TIMEOUT_MS, spawnHop } from "@/e2e/hop";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/postgres/embedded";

/** Stands for the minute in which repeated lines are counted. */
const WINDOW_MS = 4_000;
const MAX_LINES = 20;
const SECRET = "not-for-the-log-".repeat(3);

type Line = { level: number; time: string; msg: string; role?: string; repeated?: number; [field: string]: unknown };

let folder: string;
let postgres: EmbeddedPostgres | undefined;
let hop: ChildProcess | undefined;

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-logs-"));
});
test.afterAll(async () => {
  hop?.kill("SIGKILL");
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts Hop as a container does; `lines` fails when something that it printed is not JSON. */
function startLogging(variables: Record<string, string>) {
  const child = spawnHop({ DATA_DIR: path.join(folder, "data"), LOG_FORMAT: "json", ...variables });
  hop = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  const whole = () => output.slice(0, output.lastIndexOf("\n") + 1);
  return {
    child,
    output: () => output,
    untilUp: () => {
      const startsUp = () => (isRunning(child) ? output.includes("Hop is running at") : output);
      return expect.poll(startsUp, { timeout: START_TIMEOUT_MS }).toBe(true);
    },
    lines: () =>
      whole()
        .split("\n")
        .filter(Boolean)
        .map((line): Line => JSON.parse(line)),
  };
}

test("a start, a database outage and a stop are logged in few lines of JSON", async ({ request }) => {
  const database = path.join(folder, "database");
  mkdirSync(database);
  postgres = await startEmbeddedPostgres(database, { fsync: "off" });
  const secretFile = path.join(folder, "secret");
  writeFileSync(secretFile, `${SECRET}\n`);
  const PORT = String(await freePort());
  const { child, lines, output, untilUp } = startLogging({
    PORT,
    DATABASE_URL: postgres.url,
    AUTH_SECRET_FILE: secretFile,
    REQUEST_LOG: "on",
    HOP_LOG_WINDOW_MS: String(WINDOW_MS),
  });
  const countLines = (text: string, role?: string) =>
    lines().filter((line) => line.msg.startsWith(text) && (!role || line.role === role)).length;
  await untilUp();
  expect(lines()[0]).toMatchObject({
    msg: "starting",
    version: expect.any(String),
    configuration: { PORT: Number(PORT) },
  });
  expect(lines()).toContainEqual(expect.objectContaining({ msg: "database prepared", applied: expect.any(Array) }));
  for (const role of ["front", "app", "worker"]) expect(countLines("up", role)).toBe(1);

  const url = `http://localhost:${PORT}`;
  const visit = async () => {
    for (const target of ["/unknown-code", "/api/urls", "/urls", "/health/ready"]) {
      await request.get(url + target, { headers: { Cookie: `hop.session=${"0".repeat(64)}` }, maxRedirects: 0 });
    }
  };
  await visit();
  const requests = () => countLines("request");
  await expect.poll(requests).toBe(4);

  const before = lines().length;
  await postgres.stop();
  const stoppedAt = Date.now();
  // Until a whole window has passed.
  const counted = () => lines().some(({ repeated, role }) => repeated && role === "worker");
  await expect(async () => {
    await visit();
    expect(counted()).toBe(true);
  }).toPass({ intervals: [300] });
  const during = lines()
    .slice(before)
    .filter(({ msg }) => msg !== "request");
  // Other roles may have begun another window while the worker's first one lasted.
  const windows = Math.max(1, Math.floor((Date.now() - stoppedAt) / WINDOW_MS));
  expect(during.length, JSON.stringify(during, null, 1)).toBeLessThanOrEqual(MAX_LINES * windows);

  postgres = await startEmbeddedPostgres(database, { fsync: "off" });
  await expect.poll(() => countLines("LISTEN connection restored", "front")).toBe(1);
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
  for (const role of ["front", "app", "worker", "supervisor"]) expect(countLines("stopped", role)).toBe(1);
  expect(output()).not.toContain(SECRET.slice(0, 20));
  expect(output()).not.toContain(new URL(postgres.url).password);
  expect(output()).not.toContain("unknown-code");
});

test("a role that dies, and a start that fails, are logged as JSON; SIGTERM stops everything", async () => {
  const PORT = String(await freePort());
  const { child, lines, untilUp } = startLogging({ PORT });
  await untilUp();
  const worker = execFileSync("pgrep", ["-P", String(child.pid), "-f", "worker.mjs"], { encoding: "utf8" }).trim();
  process.kill(Number(worker), "SIGKILL");
  await expect.poll(() => lines().some(({ msg }) => msg === "role stopped unexpectedly")).toBe(true);
  const other = spawnHop({ PORT: String(await freePort()), DATA_DIR: path.join(folder, "data"), LOG_FORMAT: "json" });
  let failure = "";
  other.stderr?.on("data", (chunk: Buffer) => {
    failure += chunk.toString("utf8");
  });
  expect(await ended(other)).toBe(1);
  const failed = failure
    .trim()
    .split("\n")
    .map((line): Line => JSON.parse(line));
  expect(failed.at(-1)).toMatchObject({ level: 60, msg: expect.stringContaining("is already in use by another Hop") });
  // The embedded database.
  const running = () =>
    execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.includes(path.join(folder, "data/")));
  expect(running()).not.toEqual([]);
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
  expect(running()).toEqual([]);
  await expect(fetch(`http://localhost:${PORT}`)).rejects.toThrow();
  expect(lines().at(-1)).toMatchObject({ msg: "stopped", role: "supervisor" });
});

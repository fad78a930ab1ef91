import fs, { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import type { RedirectorState } from "@/lib/redirect/redirector";
import { checkStore, createHealthCheck } from "@/server/front/health";
import { expectHeartbeat } from "@/server/processes/heartbeat";

/** Nothing listens on port 1. */
const UNREACHABLE = "postgresql://hop@127.0.0.1:1/hop";
const state: RedirectorState = {
  isListening: false,
  cachedLinks: 0,
  cachedBytes: 0,
  droppedClicks: 0,
  limitedClicks: 0,
  limitedLookUps: 0,
};

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "hop-health-"));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

test.each([
  ["with cached links is degraded but ready", 5, 200, "degraded"],
  ["without cached links is unavailable", 0, 503, "unavailable"],
])("without a database, a front %s", async (_name, cachedLinks, status, health) => {
  const redirectorState = () => ({ ...state, cachedLinks, droppedClicks: 3 });
  const check = createHealthCheck({ databaseUrl: UNREACHABLE, dataDir, redirectorState });
  const ready = await check.ready();
  await check.close();
  expect(ready.status).toBe(status);
  expect(ready.body).toMatchObject({ status: health, database: "down", migrations: "unknown", droppedClicks: 3 });
  expect(ready.body.problems).toEqual(["database", "listening"]);
});

test.each([
  ["that takes 0.6 s per query is up", 600, { database: "up", migrations: "pending", rejectedClicks: null }],
  ["that takes 2 s per query counts as down", 2_000, { database: "down", migrations: "unknown" }],
])("a database %s, which is known within a second", async (_name, queryMs, found) => {
  const query = async () => {
    await new Promise((resolve) => setTimeout(resolve, queryMs));
    return { rows: [] };
  };
  const late = new Promise((resolve) => setTimeout(resolve, 1_000, "late"));
  expect(await Promise.race([checkStore({ query } as unknown as pg.Pool), late])).toMatchObject(found);
});

test("a spool in which clicks don't fit, as on a full disk, is a problem until none was dropped for a minute", async () => {
  let droppedClicks = 3;
  const now = jest.spyOn(performance, "now").mockReturnValue(0);
  const check = createHealthCheck({
    databaseUrl: UNREACHABLE,
    dataDir,
    redirectorState: () => ({ ...state, droppedClicks }),
  });
  const problemsAt = async (seconds: number) => {
    now.mockReturnValue(seconds * 1_000);
    return (await check.ready()).body.problems;
  };
  expect(await problemsAt(1)).not.toContain("spool");
  droppedClicks += 1;
  expect(await problemsAt(2)).toContain("spool");
  expect(await problemsAt(61)).toContain("spool");
  expect(await problemsAt(62)).not.toContain("spool");
  now.mockRestore();
  await check.close();
});

test("on a disk that has become read-only, the spool is a problem, and roles whose heartbeats are late are not", async () => {
  expectHeartbeat(dataDir, "worker");
  const touch = jest.spyOn(fs, "utimesSync").mockImplementation(() => {
    throw Object.assign(new Error("read-only file system"), { code: "EROFS" });
  });
  const check = createHealthCheck({ databaseUrl: UNREACHABLE, dataDir, redirectorState: () => state });
  const { body } = await check.ready();
  touch.mockRestore();
  await check.close();
  expect(body.roles).toEqual({ app: "absent", worker: "unknown" });
  expect(body.problems).toEqual(["database", "listening", "spool"]);
});

test("an unreadable spool, as after running out of file descriptors, is reported as a problem", async () => {
  writeFileSync(path.join(dataDir, "spool"), "");
  const check = createHealthCheck({ databaseUrl: UNREACHABLE, dataDir, redirectorState: () => state });
  const { body } = await check.ready();
  await check.close();
  expect(body).toMatchObject({ waitingClicks: null, oldestWaitingSeconds: null });
  expect(body.problems).toContain("spool");
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RedirectorState } from "@/lib/redirect/redirector";
import { createHealthCheck } from "@/server/health";

/** Nobody listens on port 1. */
const NOWHERE = "postgresql://hop@127.0.0.1:1/hop";
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
  ["which knows links is degraded, and still gets visitors", 5, 200, "degraded"],
  ["which knows none has nothing to lead to", 0, 503, "unavailable"],
])("without a database, a front %s", async (_name, cachedLinks, status, said) => {
  const redirectorState = () => ({ ...state, cachedLinks, droppedClicks: 3 });
  const health = createHealthCheck({ databaseUrl: NOWHERE, dataDir, redirectorState });
  const ready = await health.ready();
  await health.close();
  expect(ready.status).toBe(status);
  expect(ready.body).toMatchObject({ status: said, database: "down", migrations: "unknown", droppedClicks: 3 });
  expect(ready.body.problems).toEqual(["database", "listening"]);
});

test("a spool that cannot be read, as when no file can be opened any more, is a problem and ends nothing", async () => {
  writeFileSync(path.join(dataDir, "spool"), "");
  const health = createHealthCheck({ databaseUrl: NOWHERE, dataDir, redirectorState: () => state });
  const { body } = await health.ready();
  await health.close();
  expect(body).toMatchObject({ waitingClicks: null, oldestWaitingSeconds: null });
  expect(body.problems).toContain("spool");
});

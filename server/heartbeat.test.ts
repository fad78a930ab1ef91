import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expectHeartbeat, forgetHeartbeat, readRoleState, startHeartbeat } from "@/server/heartbeat";

let dataDir: string;

beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), "hop-heartbeat-")), "not-there-yet");
});

afterEach(() => {
  jest.useRealTimers();
  rmSync(path.dirname(dataDir), { recursive: true });
});

test("a role that never ran on this data folder is absent", () => {
  expect(readRoleState(dataDir, "app")).toBe("absent");
});

test("a role that is to start is down until its first heartbeat", () => {
  expectHeartbeat(dataDir, "app");
  expect(readRoleState(dataDir, "app")).toBe("down");
  const stop = startHeartbeat(dataDir, "app");
  expect(readRoleState(dataDir, "app")).toBe("up");
  expect(readRoleState(dataDir, "worker")).toBe("absent");
  stop();
});

test("a role whose event loop stands still for five seconds is down", () => {
  const stop = startHeartbeat(dataDir, "worker");
  expect(readRoleState(dataDir, "worker", Date.now() + 4_900)).toBe("up");
  expect(readRoleState(dataDir, "worker", Date.now() + 5_100)).toBe("down");
  stop();
});

test("a role that runs on stays up", () => {
  jest.useFakeTimers();
  const stop = startHeartbeat(dataDir, "worker");
  jest.advanceTimersByTime(60_000);
  expect(readRoleState(dataDir, "worker")).toBe("up");
  stop();
});

test("a role that is stopped on purpose is absent, and so is one that is no longer expected", () => {
  startHeartbeat(dataDir, "worker")();
  expect(readRoleState(dataDir, "worker")).toBe("absent");
  expectHeartbeat(dataDir, "app");
  forgetHeartbeat(dataDir, "app");
  expect(readRoleState(dataDir, "app")).toBe("absent");
});

test("a data folder that cannot be written ends no process, and its roles are down", () => {
  writeFileSync(dataDir, "");
  expectHeartbeat(path.join(dataDir, "run"), "app");
  startHeartbeat(path.join(dataDir, "run"), "app")();
  forgetHeartbeat(path.join(dataDir, "run"), "app");
  expect(readRoleState(path.join(dataDir, "run"), "app")).toBe("down");
});

import fs, { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expectHeartbeat, forgetHeartbeat, readRoleState, startHeartbeat } from "@/server/processes/heartbeat";

let dataDir: string;

beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), "hop-heartbeat-")), "not-there-yet");
});

afterEach(() => {
  jest.useRealTimers();
  rmSync(path.dirname(dataDir), { recursive: true });
});

test("a role that never ran is absent", () => {
  expect(readRoleState(dataDir, "app")).toBe("absent");
});

test("a starting role is down until its first heartbeat", () => {
  expectHeartbeat(dataDir, "app");
  expect(readRoleState(dataDir, "app")).toBe("down");
  const stop = startHeartbeat(dataDir, "app");
  expect(readRoleState(dataDir, "app")).toBe("up");
  expect(readRoleState(dataDir, "worker")).toBe("absent");
  stop();
});

test("a role whose event loop is blocked for five seconds is down", () => {
  jest.useFakeTimers();
  const stop = startHeartbeat(dataDir, "worker");
  jest.setSystemTime(Date.now() + 4_900);
  expect(readRoleState(dataDir, "worker")).toBe("up");
  jest.setSystemTime(Date.now() + 200);
  expect(readRoleState(dataDir, "worker")).toBe("down");
  stop();
});

test("a role that died just before the clock was set back does not count as up until the clock has caught up", () => {
  jest.useFakeTimers();
  const stop = startHeartbeat(dataDir, "worker");
  jest.setSystemTime(Date.now() - 3_600_000);
  expect(readRoleState(dataDir, "worker")).toBe("down");
  stop();
});

test("a running role stays up", () => {
  jest.useFakeTimers();
  const stop = startHeartbeat(dataDir, "worker");
  jest.advanceTimersByTime(60_000);
  expect(readRoleState(dataDir, "worker")).toBe("up");
  stop();
});

test("a role that was stopped or is no longer expected is absent", () => {
  startHeartbeat(dataDir, "worker")();
  expect(readRoleState(dataDir, "worker")).toBe("absent");
  expectHeartbeat(dataDir, "app");
  forgetHeartbeat(dataDir, "app");
  expect(readRoleState(dataDir, "app")).toBe("absent");
});

test.each([
  ["that couldn't be written, as on a disk that has become read-only, leaves the state unknown", "EROFS", "unknown"],
  ["of a role that runs as another user shows that it is down", "EPERM", "down"],
])("a late heartbeat %s", (_what, code, state) => {
  jest.useFakeTimers();
  const stop = startHeartbeat(dataDir, "worker");
  const touch = jest.spyOn(fs, "utimesSync").mockImplementation(() => {
    throw Object.assign(new Error("not touched"), { code });
  });
  const began = Date.now();
  jest.setSystemTime(began + 4_900);
  expect(readRoleState(dataDir, "worker")).toBe("up");
  jest.setSystemTime(began + 5_100);
  expect(readRoleState(dataDir, "worker")).toBe(state);
  touch.mockRestore();
  expect(readRoleState(dataDir, "worker")).toBe("down");
  jest.setSystemTime(began);
  expect(readRoleState(dataDir, "worker")).toBe("up");
  stop();
});

test("an unwritable data folder throws nothing, and the state of its roles is unknown", () => {
  writeFileSync(dataDir, "");
  expectHeartbeat(path.join(dataDir, "run"), "app");
  startHeartbeat(path.join(dataDir, "run"), "app")();
  forgetHeartbeat(path.join(dataDir, "run"), "app");
  expect(readRoleState(path.join(dataDir, "run"), "app")).toBe("unknown");
});

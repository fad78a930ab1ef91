import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { until } from "@/lib/testing/until";
import { killWhenHung } from "@/server/processes/kill-hung";
import { type Processes, startProcesses } from "@/server/processes/processes";
import type { RoleName } from "@/server/processes/role-process";

const PING_MS = 50;
const PINGS = 15;
const ANSWERS = `process.on("message", (message) => message === "ping" && process.send({ type: "alive" }));`;
const READY = `process.send({ type: "ready" });`;
const HANGS_WHEN_TOLD = `process.on("message", (message) => { if (message === "hang") for (;;); });`;
const STAYS = "setInterval(() => undefined, 1_000_000);";

let processes: Processes | undefined;
let started: ChildProcess[] = [];

/** Starts a process of a role, with what it does, and resolves when it is ready. */
async function start(script: string, name: RoleName = "worker"): Promise<ChildProcess> {
  started = [];
  processes = startProcesses({
    name,
    what: "role",
    count: 1,
    fork() {
      const child = fork("-e", [script], { stdio: "ignore", execArgv: [] });
      started.push(child);
      return child;
    },
    metricsTimeoutMs: 1_000,
    pingMs: PING_MS,
    onReady: () => undefined,
    onFatal: () => undefined,
  });
  const [first] = started as [ChildProcess];
  await once(first, "message");
  return first;
}

const error = jest.spyOn(log, "error").mockImplementation();
afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  await processes?.stop();
  error.mockReset();
});

/** Resolves when a process has answered this many pings. */
async function answers(child: ChildProcess, pings = 1): Promise<void> {
  let left = pings;
  await new Promise<void>((resolve) => {
    child.on("message", ({ type }: { type: string }) => {
      if (type === "alive" && --left === 0) resolve();
    });
  });
}

test.each<[RoleName, number]>([
  ["front", 4],
  ["worker", 12],
])("a %s that hangs is killed after %i pings and replaced", async (name, pings) => {
  const first = await start(ANSWERS + HANGS_WHEN_TOLD + READY, name);
  await answers(first);
  first.send("hang");
  await until(() => started.length === 2);
  expect(first.signalCode).toBe("SIGKILL");
  expect(error.mock.calls).toEqual([
    [{ name, pid: first.pid, ms: pings * PING_MS }, "role does not respond: killed"],
    [expect.objectContaining({ signal: "SIGKILL" }), "role stopped unexpectedly"],
  ]);
});

test("a process that is suspended is killed too", async () => {
  const first = await start(ANSWERS + READY);
  await answers(first);
  first.kill("SIGSTOP");
  await until(() => started.length === 2);
});

test("a process that answers stays", async () => {
  const first = await start(ANSWERS + READY);
  await answers(first, PINGS);
  expect(started).toEqual([first]);
  expect(error).not.toHaveBeenCalled();
});

test("a process that answers late, even often, stays", () => {
  jest.useFakeTimers();
  const child = Object.assign(new EventEmitter(), { send: jest.fn(), kill: jest.fn() });
  killWhenHung(child as unknown as ChildProcess, "front", PING_MS);
  child.emit("message", { type: "ready" });
  for (let ping = 0; ping < PINGS; ping++) {
    jest.advanceTimersByTime(3 * PING_MS);
    child.emit("message", { type: "alive" });
    jest.advanceTimersByTime(PING_MS);
  }
  jest.useRealTimers();
  expect(child.send).toHaveBeenCalledTimes(PINGS + 1);
  expect(child.kill).not.toHaveBeenCalled();
});

test("a process that has never answered, as one of an earlier version, stays", async () => {
  const first = await start(READY + STAYS);
  await sleep(PINGS * PING_MS);
  expect([first.signalCode, started.length]).toEqual([null, 1]);
});

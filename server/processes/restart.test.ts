import { createRestarter, nextRestart } from "@/server/processes/restart";

test("the first restart is immediate; pauses double from 0.1 to 5 seconds while a process keeps dying", () => {
  let restarts = 0;
  const pauses = Array.from({ length: 8 }, () => {
    const next = nextRestart(restarts, 1_000);
    restarts = next.restarts;
    return next.pauseMs;
  });
  expect(pauses).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 5_000]);
});

test("a process that ran for half a minute is restarted immediately, however often it died before", () => {
  expect(nextRestart(20, 30_001)).toEqual({ restarts: 1, pauseMs: 0 });
  expect(nextRestart(10_000, 0).pauseMs).toBe(5_000);
});

describe("a role that dies", () => {
  const pauses: number[] = [];
  let starts = 0;
  const create = () => {
    [pauses.length, starts] = [0, 0];
    const wait = async (ms: number) => pauses.push(ms);
    return createRestarter("role", () => starts++, wait);
  };

  test("three times waits 0, 100 and 200 ms", async () => {
    const restarter = create();
    for (let death = 0; death < 3; death++) await restarter.onDeath(performance.now(), {});
    expect([pauses, starts]).toEqual([[0, 100, 200], 3]);
  });

  test("after half a minute starts again immediately, and then with the first pause", async () => {
    const restarter = create();
    for (const ranMs of [0, 0, 30_001, 0]) await restarter.onDeath(performance.now() - ranMs, {});
    expect(pauses).toEqual([0, 100, 0, 100]);
  });

  test("is not restarted on shutdown, not even after the pause", async () => {
    const restarter = create();
    const dying = restarter.onDeath(performance.now(), {});
    restarter.stop();
    await dying;
    await restarter.onDeath(performance.now(), {});
    expect([pauses, starts]).toEqual([[0], 0]);
  });
});

import { nextRestart } from "@/server/restart";

test("the first is at once, and then the pause doubles from 0.1 to 5 seconds while a process dies again and again", () => {
  let restarts = 0;
  const pauses = Array.from({ length: 8 }, () => {
    const next = nextRestart(restarts, 1_000);
    restarts = next.restarts;
    return next.pauseMs;
  });
  expect(pauses).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 5_000]);
});

test("one that ran for half a minute begins anew, however often it had died before", () => {
  expect(nextRestart(20, 30_001)).toEqual({ restarts: 1, pauseMs: 0 });
  expect(nextRestart(10_000, 0).pauseMs).toBe(5_000);
});

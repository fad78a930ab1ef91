import { createReplicaUsage } from "@/lib/db/replica-usage";
import { log } from "@/lib/log";

beforeEach(() => {
  jest.useFakeTimers();
  log.level = "silent";
});
afterEach(() => jest.useRealTimers());

const LOST = { reason: "not responding", lagSeconds: null };

/** Probes, one a second, until the replica is used. @returns the number of probes */
function untilUsed(usage: ReturnType<typeof createReplicaUsage>): number {
  for (let probes = 1; ; probes++) {
    jest.advanceTimersByTime(1_000);
    usage.resume(0);
    if (usage.status().isUsed) return probes;
  }
}

test("a replica is used from its first answer on, and after an outage from its third", () => {
  const usage = createReplicaUsage();
  expect(untilUsed(usage)).toBe(1);
  jest.advanceTimersByTime(61_000);
  usage.stop(LOST);
  expect(untilUsed(usage)).toBe(3);
});

test("one that is lost repeatedly is left out for longer each time, until it has lasted for a minute", () => {
  const usage = createReplicaUsage();
  untilUsed(usage);
  const needed = Array.from({ length: 6 }, () => {
    usage.stop(LOST);
    return untilUsed(usage);
  });
  expect(needed).toEqual([6, 12, 20, 20, 20, 20]);
  jest.advanceTimersByTime(61_000);
  usage.stop(LOST);
  expect(untilUsed(usage)).toBe(3);
});

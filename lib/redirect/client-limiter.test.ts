import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { clientHash } from "@/lib/redirect/client-hash";
import { createClientLimiter } from "@/lib/redirect/client-limiter";

const START = 1_000_000;
const client = (n: number) => clientHash(`10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`, 7);

/** The number of actions let through, out of `count`, one every `everyMs`. */
function countTaken(limiter: ReturnType<typeof createClientLimiter>, count: number, everyMs = 0, from = START): number {
  let taken = 0;
  for (let i = 0; i < count; i++) if (limiter.take(client(1), from + i * everyMs)) taken += 1;
  return taken;
}

test("allows a burst, and then the rate", () => {
  const limiter = createClientLimiter({ perSecond: 50, burst: 5_000 });
  expect(countTaken(limiter, 6_000)).toBe(5_000);
  expect(countTaken(limiter, 5_000, 1, START)).toBe(249);
  // 5,000 clicks a second for ten seconds.
  expect(countTaken(createClientLimiter({ perSecond: 50, burst: 5_000 }), 50_000, 0.2)).toBeLessThanOrEqual(5_500);
});

test("a client under the rate is never limited, and its burst refills", () => {
  const limiter = createClientLimiter({ perSecond: 50, burst: 10 });
  expect(countTaken(limiter, 1_000, 20)).toBe(1_000);
  expect(countTaken(limiter, 20, 0, START + 20_000)).toBe(10);
  expect(countTaken(limiter, 20, 0, START + 20_100)).toBe(5);
  expect(countTaken(limiter, 20, 0, START + 30_000)).toBe(10);
});

test("returned tokens can be taken again", () => {
  const limiter = createClientLimiter({ perSecond: 1, burst: 3 });
  expect(countTaken(limiter, 5)).toBe(3);
  limiter.giveBack(client(1));
  expect(countTaken(limiter, 5)).toBe(1);
});

test("returning tokens never exceeds the burst", () => {
  const limiter = createClientLimiter({ perSecond: 1, burst: 3 });
  for (let i = 0; i < 10; i++) limiter.giveBack(client(1));
  expect(countTaken(limiter, 5)).toBe(3);
});

test("setting the clock back by a day locks nobody out", () => {
  const limiter = createClientLimiter({ perSecond: 1, burst: 3 });
  countTaken(limiter, 5);
  expect(countTaken(limiter, 5, 0, START - 86_400_000)).toBe(3);
});

test("a rate of 0 means no limit", () => {
  expect(countTaken(createClientLimiter({ perSecond: 0, burst: 1 }), 1_000)).toBe(1_000);
});

test("a flood from 200,000 addresses limits nobody else and takes no more memory", () => {
  const before = heldBytes();
  const limiter = createClientLimiter({ perSecond: 50, burst: 5_000 });
  const flooder = client(1);
  // Over 20 seconds, alongside one address that is always over its limit.
  for (let i = 0; i < 200_000; i++) {
    limiter.take(client(1_000 + i), START + i / 10);
    limiter.take(flooder, START + i / 10);
  }
  expect(heldBytes() - before).toBeLessThan(2_000_000);
  let limited = 0;
  for (let i = 0; i < 10_000; i++) if (!limiter.take(client(2_000_000 + i), START + 20_000)) limited += 1;
  expect(limited).toBe(0);
  limiter.take(flooder, START + 20_000);
  expect(limiter.take(flooder, START + 20_000)).toBe(false);
});

/** Memory in use after a garbage collection. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

import {
  createLagMeter,
  followWal,
  isReplicaOf,
  MAX_LAG_SECONDS,
  parseLsn,
  type WalPosition,
} from "@/lib/db/wal-position";

const primary = (lsn: number): WalPosition => ({
  isReplica: false,
  cluster: "7/5",
  timeline: 1,
  lsn: BigInt(lsn),
  secondsSinceCommit: null,
});
const replica = (lsn: number, fields: Partial<WalPosition> = {}): WalPosition => ({
  ...primary(lsn),
  isReplica: true,
  ...fields,
});

test.each([
  ["0/0", 0n],
  ["0/3431E18", 0x3431e18n],
  ["16/B374D848", 0x16b374d848n],
  ["FFFFFFFF/FFFFFFFF", 2n ** 64n - 1n],
])("%s is %d", (text, lsn) => {
  expect(parseLsn(text)).toBe(lsn);
});

test.each([
  ["another cluster", { cluster: "8/5" }],
  ["an old timeline, after a failover", { timeline: 2 }],
  ["a primary, such as a promoted replica", { isReplica: false }],
])("%s is not followed", (_name, fields) => {
  expect(isReplicaOf(replica(1), primary(1))).toBe(true);
  expect(isReplicaOf(replica(1, fields), primary(1))).toBe(false);
});

test("the lag is the time since the primary was where the replica is", () => {
  const measure = createLagMeter();
  expect(measure(primary(100), replica(100), 10_000)).toBe(0);
  // Nothing was written for an hour, then replay stops.
  expect(measure(primary(100), replica(100), 3_610_000)).toBe(0);
  expect(measure(primary(200), replica(100), 3_611_000)).toBe(1);
  expect(measure(primary(200), replica(100), 3_612_000)).toBe(2);
  expect(measure(primary(300), replica(100), 3_613_000)).toBe(3);
  // It has caught up with everything written before 3,612.
  expect(measure(primary(300), replica(250), 3_614_000)).toBe(2);
  expect(measure(primary(300), replica(300), 3_615_000)).toBe(0);
});

test("a clock that is set forward adds no lag", () => {
  const measure = createLagMeter();
  measure(primary(100), replica(100));
  measure(primary(200), replica(100));
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  expect(measure(primary(200), replica(100))).toBeLessThan(MAX_LAG_SECONDS);
  clock.mockRestore();
});

test("a replica that is behind from the start counts from its newest commit", () => {
  const measure = createLagMeter();
  expect(measure(primary(200), replica(100, { secondsSinceCommit: 90 }), 0)).toBe(90);
  expect(measure(primary(200), replica(100, { secondsSinceCommit: null }), 0)).toBe(0);
});

test("a replica that stays behind for days needs little memory, and is still far behind", () => {
  const measure = createLagMeter();
  measure(primary(1), replica(1), 0);
  let lag = 0;
  for (let second = 1; second <= 10_000; second++) lag = measure(primary(1 + second), replica(1), second * 1_000);
  expect(lag).toBeGreaterThan(MAX_LAG_SECONDS);
  expect(lag).toBe(10_000);
});

test("following ends when the replica has arrived, and after five answers when it does not", async () => {
  const clock = jest.spyOn(performance, "now").mockReturnValue(0);
  let asked = 0;
  const arriving = () => Promise.resolve(replica(98 + ++asked));
  expect((await followWal(arriving, primary(100))).lsn).toBe(100n);
  expect(asked).toBe(2);
  const stuck = jest.fn(() => Promise.resolve(replica(1)));
  expect((await followWal(stuck, primary(100))).lsn).toBe(1n);
  expect(stuck).toHaveBeenCalledTimes(5);
  clock.mockRestore();
});

test("a replica whose answers take long is not followed any further", async () => {
  let now = 0;
  const clock = jest.spyOn(performance, "now").mockImplementation(() => now);
  const slow = jest.fn(() => {
    now += 100;
    return Promise.resolve(replica(1));
  });
  await followWal(slow, primary(100));
  expect(slow).toHaveBeenCalledTimes(2);
  clock.mockRestore();
});

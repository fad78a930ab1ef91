import { log } from "@/lib/log";
import { measured } from "@/lib/process-counts";
import { createMaintenance, repeatHourly } from "@/server/worker/maintenance";

test("a failed step is logged and does not prevent later steps", async () => {
  const logged = jest.spyOn(log, "error").mockReturnValue(undefined);
  const done: string[] = [];
  const step = (name: string) => ({ name, run: async () => void done.push(name) });
  const failure = new Error("lock timeout");
  const failing = { name: "drop partitions", run: () => Promise.reject(failure) };
  await createMaintenance([step("first"), failing, step("remove old salts")])(new AbortController().signal);
  expect(done).toEqual(["first", "remove old salts"]);
  expect(logged.mock.calls).toEqual([[{ err: failure, step: "drop partitions" }, "maintenance step failed"]]);
});

test("the last success of each step is measured, at first its creation", async () => {
  jest.useFakeTimers();
  jest.spyOn(log, "error").mockReturnValue(undefined);
  const failing = { name: "fails", run: () => Promise.reject(new Error("lock timeout")) };
  const hangs = { name: "hangs", run: () => new Promise(() => undefined) };
  const started = performance.now();
  const maintain = createMaintenance([{ name: "works", run: async () => undefined }, failing, hangs]);
  jest.advanceTimersByTime(60_000);
  void maintain(new AbortController().signal);
  await jest.advanceTimersByTimeAsync(60_000);
  const succeeded = ["works", "fails", "hangs"].map((name) => measured(`maintained-at-uptime-ms:${name}`));
  expect(succeeded).toEqual([started + 60_000, started, started]);
  jest.useRealTimers();
});

test("no step starts after stopping", async () => {
  const stopping = new AbortController();
  const done: string[] = [];
  const steps = ["first", "second"].map((name) => ({
    name,
    run: async () => {
      done.push(name);
      stopping.abort();
    },
  }));
  await createMaintenance(steps)(stopping.signal);
  expect(done).toEqual(["first"]);
});

test("what deletes by age waits until the clock has run steadily since the round before", async () => {
  const logged = jest.spyOn(log, "warn").mockReturnValue(undefined);
  const HOUR_MS = 3_600_000;
  const time = { wall: Date.parse("2040-11-21T00:00:00Z"), steady: 0 };
  const done: string[] = [];
  const step = (name: string) => ({ name, run: async () => void done.push(name) });
  const run = createMaintenance([step("any"), { ...step("deletes"), needsSteadyClock: true }]);
  const clocks = [
    jest.spyOn(Date, "now").mockImplementation(() => time.wall),
    jest.spyOn(performance, "now").mockImplementation(() => time.steady),
  ];
  const roundAfter = async (wallMs: number, steadyMs: number) => {
    time.wall += wallMs;
    time.steady += steadyMs;
    done.length = 0;
    await run(new AbortController().signal);
    return done.join(" ");
  };
  expect(await roundAfter(0, 0)).toBe("any");
  expect(await roundAfter(HOUR_MS, HOUR_MS)).toBe("any deletes");
  expect(await roundAfter(-14 * 365 * 24 * HOUR_MS, HOUR_MS)).toBe("any");
  expect(await roundAfter(HOUR_MS + 900, HOUR_MS)).toBe("any deletes");
  expect(await roundAfter(41 * 24 * HOUR_MS, HOUR_MS)).toBe("any");
  expect(logged.mock.calls.map(([fields]) => fields)).toEqual([
    { changeSeconds: -14 * 365 * 24 * 3_600 - 3_600 },
    { changeSeconds: 41 * 24 * 3_600 - 3_600 },
  ]);
  expect(await roundAfter(HOUR_MS, HOUR_MS)).toBe("any deletes");
  for (const clock of clocks) clock.mockRestore();
});

test("rounds begin at once, ten minutes later, so that workers replaced every hour delete too, and then every hour", async () => {
  jest.useFakeTimers();
  const stopping = new AbortController();
  let rounds = 0;
  repeatHourly(async () => {
    rounds += 1;
  }, stopping.signal);
  const roundsAfter = async (minutes: number) => {
    await jest.advanceTimersByTimeAsync(minutes * 60_000);
    return rounds;
  };
  expect([await roundsAfter(0), await roundsAfter(9), await roundsAfter(1), await roundsAfter(170)]).toEqual([
    1, 1, 2, 5,
  ]);
  stopping.abort();
  expect(await roundsAfter(600)).toBe(5);
  jest.useRealTimers();
});

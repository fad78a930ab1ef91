import { log } from "@/lib/log";
import { repeat } from "@/lib/repeat";

type Outcome = boolean | Error;

/** Runs work with these outcomes, then stops. Resolves with the pauses that were logged. */
async function run(outcomes: Outcome[], maxPauseMs?: number): Promise<unknown[]> {
  const warn = jest.spyOn(log, "warn").mockReturnValue(undefined);
  const stopping = new AbortController();
  const left = [...outcomes];
  await repeat(
    { signal: stopping.signal, pauseMs: 1, ...(maxPauseMs && { maxPauseMs }), failure: "work failed" },
    async () => {
      const outcome = left.shift();
      if (left.length === 0) stopping.abort();
      if (outcome instanceof Error) throw outcome;
      return outcome ?? false;
    },
  );
  expect(left).toEqual([]);
  return warn.mock.calls.map(([entry]) => (entry as { retryInMs: number }).retryInMs);
}

afterEach(() => jest.restoreAllMocks());

const failed = new Error("no database");

test.each<[string, Outcome[], number | undefined, number[]]>([
  ["doubles its pause after each failure in a row, up to a limit", [failed, failed, failed, failed], 4, [1, 2, 4, 4]],
  ["starts over once work succeeds", [failed, failed, true, failed, false, failed], 4, [1, 2, 1, 1]],
  ["keeps its pause without a limit", [failed, failed, failed], undefined, [1, 1, 1]],
])("%s", async (_, outcomes, maxPauseMs, pauses) => {
  await expect(run(outcomes, maxPauseMs)).resolves.toEqual(pauses);
});

test("failures that don't back off keep the pause", async () => {
  const warn = jest.spyOn(log, "warn").mockReturnValue(undefined);
  const stopping = new AbortController();
  const options = { signal: stopping.signal, pauseMs: 1, maxPauseMs: 4, failure: "work failed" };
  const left = [failed, new Error("refused"), failed, new Error("refused"), new Error("refused")];
  await repeat({ ...options, doesBackOff: (error) => error !== failed }, async () => {
    const error = left.shift();
    if (left.length === 0) stopping.abort();
    throw error;
  });
  expect(warn.mock.calls.map(([entry]) => (entry as { retryInMs: number }).retryInMs)).toEqual([1, 1, 1, 2, 4]);
});

test("work goes on at once while there is more, and a pause ends at the signal", async () => {
  const stopping = new AbortController();
  let count = 0;
  const repeating = repeat({ signal: stopping.signal, pauseMs: 1_000_000, failure: "work failed" }, async () => {
    count++;
    if (count === 3) setImmediate(() => stopping.abort());
    return count < 3;
  });
  await repeating;
  expect(count).toBe(3);
});

import { createRepeats } from "@/lib/repeats";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A `Repeats` whose printed lines are collected. */
function collect(windowMs = 60_000) {
  const lines: string[] = [];
  const repeats = createRepeats(windowMs);
  const say = (key: string) => {
    if (repeats.isFirst(key, (count) => lines.push(`${key} repeated ${count}`))) lines.push(key);
  };
  return { lines, say, repeats };
}

test("a line that repeats is printed once, and its repeats are counted a minute later", () => {
  const { lines, say } = collect();
  for (let i = 0; i < 100; i++) say("down");
  say("other");
  expect(lines).toEqual(["down", "other"]);
  jest.advanceTimersByTime(60_000);
  expect(lines).toEqual(["down", "other", "down repeated 99"]);
});

test("a line that keeps repeating is counted once a minute, whatever its rate", () => {
  const { lines, say } = collect();
  for (let second = 0; second < 600; second++) {
    say("down");
    jest.advanceTimersByTime(1_000);
  }
  expect(lines.length).toBeLessThanOrEqual(11);
  const counted = lines.slice(1).map((line) => Number(line.split(" ").at(-1)));
  expect(counted.reduce((sum, count) => sum + count, 1)).toBe(600);
});

test("a line that recurs after a quiet minute is printed", () => {
  const { lines, say } = collect();
  say("down");
  jest.advanceTimersByTime(60_000);
  say("down");
  expect(lines).toEqual(["down", "down"]);
});

test("at the end, counted repeats are printed", () => {
  const { lines, say, repeats } = collect();
  say("down");
  say("down");
  repeats.flush();
  repeats.flush();
  expect(lines).toEqual(["down", "down repeated 1"]);
});

test("many different lines are all printed, in bounded memory", () => {
  const { lines, say } = collect();
  for (let i = 0; i < 3_000; i++) say(`line ${i}`);
  expect(lines).toHaveLength(3_000);
  expect(jest.getTimerCount()).toBe(1_000);
});

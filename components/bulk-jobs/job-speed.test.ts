import { addSample, type Sample, speedOf, speedText } from "@/components/bulk-jobs/job-speed";

const samples = (...all: [atMs: number, done: number][]): Sample[] => all.map(([atMs, done]) => ({ atMs, done }));

test.each([
  ["nothing", samples(), 100, ""],
  ["one reading", samples([0, 10]), 100, ""],
  ["two readings without progress", samples([0, 10], [1_000, 10]), 100, ""],
  ["seconds", samples([0, 0], [2_000, 2_400]), 10_000, "1,200 a second, about 7 seconds left"],
  ["the last one", samples([0, 0], [1_000, 999]), 1_000, "999 a second, about 1 second left"],
  ["minutes", samples([0, 0], [1_000, 10]), 1_000, "10 a second, about 2 minutes left"],
  ["hours", samples([0, 0], [4_000, 10]), 20_000, "2.5 a second, about 3 hours left"],
  ["all done", samples([0, 0], [1_000, 10]), 10, "10 a second"],
])("%s", (_name, all, total, text) => {
  expect(speedText(all, total)).toBe(text);
});

test("the speed is that of the last ten seconds", () => {
  let all: readonly Sample[] = [];
  for (let second = 0; second <= 30; second++) {
    all = addSample(all, { atMs: second * 1_000, done: second < 15 ? second * 100 : 1_500 + (second - 15) * 10 });
  }
  expect(speedOf(all)).toBe(10);
  expect(all).toHaveLength(11);
});

test("the same reading twice is one", () => {
  const once = addSample([], { atMs: 5, done: 1 });
  expect(addSample(once, { atMs: 5, done: 1 })).toBe(once);
});

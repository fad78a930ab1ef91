import { addSample, type Sample, speedOf, speedText } from "@/components/progress/progress-speed";

const samples = (...all: [atMs: number, done: number][]): Sample[] => all.map(([atMs, done]) => ({ atMs, done }));

test.each([
  ["no samples", samples(), 100, ""],
  ["one sample", samples([0, 10]), 100, ""],
  ["two samples without progress", samples([0, 10], [1_000, 10]), 100, ""],
  ["seconds", samples([0, 0], [2_000, 2_400]), 10_000, "1,200 per second, about 7 seconds left"],
  ["one second", samples([0, 0], [1_000, 999]), 1_000, "999 per second, about 1 second left"],
  ["minutes", samples([0, 0], [1_000, 10]), 1_000, "10 per second, about 2 minutes left"],
  ["hours", samples([0, 0], [4_000, 10]), 20_000, "2.5 per second, about 3 hours left"],
  ["all done", samples([0, 0], [1_000, 10]), 10, "10 per second"],
])("%s", (_name, all, total, text) => {
  expect(speedText(all, total)).toBe(text);
});

test("the speed covers the last ten seconds", () => {
  let all: readonly Sample[] = [];
  for (let second = 0; second <= 30; second++) {
    all = addSample(all, { atMs: second * 1_000, done: second < 15 ? second * 100 : 1_500 + (second - 15) * 10 });
  }
  expect(speedOf(all)).toBe(10);
  expect(all).toHaveLength(11);
});

test("a repeated sample is ignored", () => {
  const once = addSample([], { atMs: 5, done: 1 });
  expect(addSample(once, { atMs: 5, done: 1 })).toBe(once);
});

import { createRedirectCounter, DURATION_BUCKETS } from "@/lib/redirect/redirect-counts";

afterEach(() => jest.restoreAllMocks());

test.each([
  [0, 0],
  [0.5, 0],
  [0.51, 1],
  [1, 1],
  [100, 7],
  [999, 10],
  [1_001, 11],
])("a redirect of %d ms is counted in bucket %d", (milliseconds, bucket) => {
  jest.spyOn(performance, "now").mockReturnValue(5_000 + milliseconds);
  const { counts, finish } = createRedirectCounter();
  finish("redirected", 5_000);
  expect(counts.durations.buckets).toHaveLength(DURATION_BUCKETS.length + 1);
  expect(counts.durations.buckets.indexOf(1)).toBe(bucket);
  expect(counts.durations.sumSeconds).toBeCloseTo(milliseconds / 1_000);
});

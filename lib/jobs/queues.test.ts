import { QUEUES } from "@/lib/jobs/queues";

const GREYLISTING_SECONDS = 5 * 60;
const LINK_LIFETIME_SECONDS = 10 * 60;

test("retries of a sign-in mail outlast greylisting on average, and end before the link would have expired", () => {
  const { retryLimit = 0, retryDelay = 0 } = QUEUES["sign-in-link"];
  // pg-boss: before the n-th retry, the delay times 2^(n-1) to 2^n at random.
  const shortest = Array.from({ length: retryLimit }, (_, n) => retryDelay * 2 ** n).reduce(
    (sum, pause) => sum + pause,
    0,
  );
  expect(shortest * 1.5).toBeGreaterThan(GREYLISTING_SECONDS);
  expect(shortest * 2).toBeLessThan(LINK_LIFETIME_SECONDS);
});

import { createRateLimiter } from "@/lib/db/rate-limiter";
import { unique } from "@/lib/db/testing/fixtures";

const HOUR_MS = 3_600_000;
const WINDOW_SECONDS = 900;

function setClock(byMs: number): void {
  const now = Date.now();
  jest.spyOn(Date, "now").mockImplementation(() => now + byMs);
}

afterEach(() => jest.restoreAllMocks());

test("a clock that is set back locks nobody out, and the limit holds afterwards", async () => {
  const limiter = createRateLimiter(unique("limit"), WINDOW_SECONDS);
  for (const isRefused of [false, false, true]) expect((await limiter.count("client", 2)).isOver).toBe(isRefused);
  setClock(-HOUR_MS);
  for (const isRefused of [false, false, true]) expect((await limiter.count("client", 2)).isOver).toBe(isRefused);
  expect((await limiter.count("client", 2)).resetSeconds).toBeLessThanOrEqual(WINDOW_SECONDS);
});

test("a machine whose clock is half a minute behind keeps counting", async () => {
  const limiter = createRateLimiter(unique("limit"), WINDOW_SECONDS);
  for (const isRefused of [false, false, true]) expect((await limiter.count("client", 2)).isOver).toBe(isRefused);
  setClock(-30_000);
  expect((await limiter.count("client", 2)).isOver).toBe(true);
});

import { RateLimiterMemory } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";

const WINDOW_SECONDS = 60;

/**
 * Counts a call against its user's rate limit, in memory and per process (docs/decisions/0130), to stop runaway
 * scripts.
 *
 * @throws AppError rate_limited
 */
export async function countUserCall(userId: string, cost = 1): Promise<void> {
  const { USER_CALL_LIMIT } = env();
  const options = { points: USER_CALL_LIMIT, duration: WINDOW_SECONDS };
  const limiter = processWide("hopUserLimiter", () => new RateLimiterMemory(options));
  const { consumedPoints, msBeforeNext } = await limiter.penalty(userId, cost);
  if (consumedPoints <= USER_CALL_LIMIT) return;
  // A timer ends the window, even if the clock was set back in it.
  const seconds = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(msBeforeNext / 1000)));
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  throw new AppError("rate_limited", `Too many requests. Please try again in ${wait}.`, undefined, seconds);
}

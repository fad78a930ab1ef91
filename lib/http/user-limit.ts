import { RateLimiterMemory } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

const WINDOW_SECONDS = 60;

/** Shared by all bundles in this process. */
const shared = globalThis as typeof globalThis & { hopUserLimiter?: RateLimiterMemory };

/**
 * Counts a call against its user's rate limit, in memory and per process (docs/decisions/0130), to stop runaway
 * scripts.
 *
 * @throws AppError rate_limited
 */
export async function countUserCall(userId: string, cost = 1): Promise<void> {
  const { USER_CALL_LIMIT } = env();
  shared.hopUserLimiter ??= new RateLimiterMemory({ points: USER_CALL_LIMIT, duration: WINDOW_SECONDS });
  const { consumedPoints, msBeforeNext } = await shared.hopUserLimiter.penalty(userId, cost);
  if (consumedPoints <= USER_CALL_LIMIT) return;
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  throw new AppError("rate_limited", `Too many requests. Please try again in ${wait}.`, undefined, seconds);
}

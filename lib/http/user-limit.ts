import { RateLimiterMemory } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

const WINDOW_SECONDS = 60;

/** Shared by the bundles of one process. */
const shared = globalThis as typeof globalThis & { hopUserLimiter?: RateLimiterMemory };

/**
 * Counts a signed-in call against its user's limit, in the memory of this process
 * (docs/decisions/0138): it guards against scripts that run wild, at no cost for the others.
 *
 * @param cost 1 for an ordinary call
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

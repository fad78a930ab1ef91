import { RateLimiterPostgres } from "rate-limiter-flexible";
import { forgetfulPool } from "@/lib/db/pool";

/** How much of its share a key has had, this use included. */
export type Usage = {
  limit: number;
  remaining: number;
  /** Seconds until the key has its whole share again; at least 1. */
  resetSeconds: number;
  /** Whether this use was one too many. */
  isOver: boolean;
};

export type RateLimiter = {
  /** Counts one use by `key`. Gives 0, or the seconds to wait when the key has had its share. */
  consume(key: string): Promise<number>;
  /** Counts one use by `key`, whose own limit this may be. */
  count(key: string, limit?: number): Promise<Usage>;
};

/**
 * A limit that all processes share, in the table rate_limits. A window begins with a key's first use.
 *
 * @param name keeps the keys of one limit apart from those of others
 */
export function createRateLimiter(name: string, uses: number, windowSeconds: number): RateLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: forgetfulPool(),
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: uses,
    duration: windowSeconds,
  });

  async function count(key: string, limit = uses): Promise<Usage> {
    // Adds without judging: the library has one limit for all keys, and here a key may have its own.
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
    return {
      limit,
      remaining: Math.max(0, limit - consumedPoints),
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      isOver: consumedPoints > limit,
    };
  }

  return {
    count,
    async consume(key) {
      const { isOver, resetSeconds } = await count(key);
      return isOver ? resetSeconds : 0;
    },
  };
}

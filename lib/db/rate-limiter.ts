import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "@/lib/db/pool";

export type RateLimiter = {
  /** Counts one use by `key`. Gives 0, or the seconds to wait when the key has had its share. */
  consume(key: string): Promise<number>;
};

/**
 * A limit that all processes share, in the table rate_limits.
 *
 * @param name keeps the keys of one limit apart from those of others
 */
export function createRateLimiter(name: string, uses: number, windowSeconds: number): RateLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool(),
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: uses,
    duration: windowSeconds,
  });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
  };
}

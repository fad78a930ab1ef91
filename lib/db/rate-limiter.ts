import { createHash } from "node:crypto";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { forgetfulPool } from "@/lib/db/pool";
import { together } from "@/lib/together";

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
 * What is stored of a key: a hash, so that a key of any length fits the column, and the table holds
 * no addresses.
 */
function storedKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

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

  /** Uses of a key that wait are added at once; each is told the count after itself, in their order. */
  const add = together(async (keys: string[]) => {
    const sums = new Map<string, { used: number; msBeforeNext: number }>();
    const addAll = async (key: string) => {
      const added = keys.filter((one) => one === key).length;
      // Adds without judging: the library has one limit for all keys, and here a key may have its own.
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, added);
      sums.set(key, { used: consumedPoints - added, msBeforeNext });
    };
    await Promise.all([...new Set(keys)].map(addAll));
    return keys.map((key) => {
      const sum = sums.get(key) ?? { used: 0, msBeforeNext: 0 };
      sum.used += 1;
      return { ...sum };
    });
  });

  async function count(key: string, limit = uses): Promise<Usage> {
    const { used, msBeforeNext } = await add(storedKey(key));
    return {
      limit,
      remaining: Math.max(0, limit - used),
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      isOver: used > limit,
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

import { createHash } from "node:crypto";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { batched } from "@/lib/batched";
import { asyncCommitPool } from "@/lib/db/pool";
import { AppError } from "@/lib/errors";

/** Maximum clock skew between machines. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** A key's usage, including this use. */
export type Usage = {
  limit: number;
  remaining: number;
  /** Seconds until the window ends; at least 1. */
  resetSeconds: number;
  /** Whether this use exceeds the limit. */
  isOver: boolean;
};

/** Hashes a key, so that it fits the column and the table contains no email or IP addresses. */
function storedKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/** Message such as "Too many sign-in requests. Please try again in 20 seconds." */
export function tooMany(uses: string): (seconds: number) => string {
  return (seconds) => {
    const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
    return `Too many ${uses}. Please try again in ${wait}.`;
  };
}

/**
 * Creates a rate limiter shared by all processes through the table rate_limits. A window starts with a key's first
 * use.
 *
 * @param name prefix of its keys
 */
export function createRateLimiter(name: string, windowSeconds: number) {
  let opened: RateLimiterPostgres | undefined;
  const limiter = () => {
    opened ??= new RateLimiterPostgres({
      storeClient: asyncCommitPool(),
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      // Not enforced: the library has a single limit, but here each key may have its own.
      points: 1,
      duration: windowSeconds,
    });
    return opened;
  };

  /** A window that ends this late began before the clock was set back, and would last until the clock has caught up. */
  const isImpossible = ({ msBeforeNext }: { msBeforeNext: number }) =>
    msBeforeNext > windowSeconds * 1_000 + MAX_CLOCK_SKEW_MS;

  /** Adds concurrent uses of a key in one query. Each gets its own running count. */
  const add = batched(async (keys: string[]) => {
    const sums = new Map<string, { used: number; msBeforeNext: number }>();
    const addAll = async (key: string) => {
      const added = keys.filter((one) => one === key).length;
      const counted = await limiter().penalty(key, added);
      const { consumedPoints, msBeforeNext } = isImpossible(counted)
        ? await limiter().set(key, added, windowSeconds)
        : counted;
      sums.set(key, { used: consumedPoints - added, msBeforeNext });
    };
    await Promise.all([...new Set(keys)].map(addAll));
    return keys.map((key) => {
      const sum = sums.get(key) ?? { used: 0, msBeforeNext: 0 };
      sum.used += 1;
      return { ...sum };
    });
  });

  /** Counts one use. */
  async function count(key: string, limit: number): Promise<Usage> {
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
    /**
     * Counts one use.
     *
     * @param message a text, or a function of the seconds to wait
     * @throws AppError rate_limited
     */
    async consume(key: string, limit: number, message: string | ((seconds: number) => string)): Promise<void> {
      const { isOver, resetSeconds } = await count(key, limit);
      if (!isOver) return;
      const text = typeof message === "string" ? message : message(resetSeconds);
      throw new AppError("rate_limited", text, undefined, resetSeconds);
    },
    /** Undoes one use. */
    async giveBack(key: string): Promise<void> {
      await limiter().reward(storedKey(key));
    },
  };
}

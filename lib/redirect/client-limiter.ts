/** A burst, and the rate after it. */
export type ClientLimit = {
  /** 0 for no limit. */
  perSecond: number;
  burst: number;
};

export const UNLIMITED: ClientLimit = { perSecond: 0, burst: 1 };

/** Buckets per row. */
const BUCKETS = 1 << 16;

/**
 * Token buckets in a fixed 1 MB, however many clients there are. A bucket is the time at which it will be full again
 * (GCRA). Each client has one in each of two rows, by the halves of its hash, and is over the limit only when both are
 * empty. So sharing one bucket with a flood has no effect.
 */
export function createClientLimiter({ perSecond, burst }: ClientLimit) {
  if (perSecond === 0) return { take: () => true, giveBack: () => undefined };
  const fullAt = new Float64Array(2 * BUCKETS);
  const interval = 1000 / perSecond;
  const capacity = burst * interval;

  /** Milliseconds until the bucket is full. */
  const owed = (bucket: number, now: number) => {
    const time = (fullAt[bucket] ?? 0) - now;
    // More than possible: the clock was set back.
    return time < 0 || time > capacity + interval ? 0 : time;
  };

  return {
    /**
     * Counts one action of a client.
     *
     * @param client see clientHash
     * @param now milliseconds
     * @returns false, without counting, when the client is over the limit
     */
    take(client: number, now: number): boolean {
      const first = client >>> 16;
      const second = BUCKETS + (client & (BUCKETS - 1));
      const firstOwed = owed(first, now) + interval;
      const secondOwed = owed(second, now) + interval;
      if (firstOwed > capacity && secondOwed > capacity) return false;
      fullAt[first] = now + Math.min(firstOwed, capacity);
      fullAt[second] = now + Math.min(secondOwed, capacity);
      return true;
    },
    /** Undoes a `take`. */
    giveBack(client: number): void {
      for (const bucket of [client >>> 16, BUCKETS + (client & (BUCKETS - 1))]) {
        fullAt[bucket] = (fullAt[bucket] ?? 0) - interval;
      }
    },
  };
}

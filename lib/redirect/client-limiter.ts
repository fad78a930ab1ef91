/** What each client may do: so many at once, and so many a second from then on. */
export type ClientLimit = {
  /** 0: no limit. */
  perSecond: number;
  burst: number;
};

export const UNLIMITED: ClientLimit = { perSecond: 0, burst: 1 };

export type ClientLimiter = {
  /**
   * Counts one action of a client.
   *
   * @param client see clientHash
   * @param now milliseconds
   * @returns false, counting nothing, when the client is over the limit
   */
  take(client: number, now: number): boolean;
  /** Undoes a `take`. */
  giveBack(client: number): void;
};

/** Buckets of each of the two rows. */
const BUCKETS = 1 << 16;

/**
 * A token bucket for each client, in a fixed 1 MB however many clients there are. A bucket is the
 * time at which it is full again (GCRA), and a client has two, one a row, by the halves of its hash.
 * It is over the limit only when both are empty: sharing one with a flood costs nobody anything.
 */
export function createClientLimiter({ perSecond, burst }: ClientLimit): ClientLimiter {
  if (perSecond === 0) return { take: () => true, giveBack: () => undefined };
  const fullAt = new Float64Array(2 * BUCKETS);
  const interval = 1000 / perSecond;
  const capacity = burst * interval;

  /** The time that the bucket needs to be full again. */
  const owed = (bucket: number, now: number) => {
    const time = (fullAt[bucket] ?? 0) - now;
    // More than a bucket can owe: the clock was set back.
    return time < 0 || time > capacity + interval ? 0 : time;
  };

  return {
    take(client, now) {
      const first = client >>> 16;
      const second = BUCKETS + (client & (BUCKETS - 1));
      const firstOwed = owed(first, now) + interval;
      const secondOwed = owed(second, now) + interval;
      if (firstOwed > capacity && secondOwed > capacity) return false;
      fullAt[first] = now + Math.min(firstOwed, capacity);
      fullAt[second] = now + Math.min(secondOwed, capacity);
      return true;
    },
    giveBack(client) {
      for (const bucket of [client >>> 16, BUCKETS + (client & (BUCKETS - 1))]) {
        fullAt[bucket] = (fullAt[bucket] ?? 0) - interval;
      }
    },
  };
}

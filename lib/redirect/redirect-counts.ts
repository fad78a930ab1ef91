/** Outcomes of a visit to a short URL. `limited` means that its client has tried too many unknown codes. */
export const REDIRECT_RESULTS = [
  "redirected",
  "paused",
  "deleted",
  "not_found",
  "loop",
  "limited",
  "unavailable",
] as const;
export type RedirectResult = (typeof REDIRECT_RESULTS)[number];

/** Upper bounds of the latency histogram, in seconds. Most redirects take less than the second bound. */
export const DURATION_BUCKETS = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1] as const;

export type RedirectCounts = {
  results: Readonly<Record<RedirectResult, number>>;
  durations: {
    /**
     * Counts by duration: up to DURATION_BUCKETS[i] and above the previous bound; the last one counts those above all
     * bounds.
     */
    buckets: readonly number[];
    sumSeconds: number;
  };
  cacheHits: number;
  cacheMisses: number;
};

/** Counts the redirects of one process. Runs in every redirect: additions and a few comparisons. */
export function createRedirectCounter() {
  const results = { redirected: 0, paused: 0, deleted: 0, not_found: 0, loop: 0, limited: 0, unavailable: 0 };
  const buckets: number[] = new Array(DURATION_BUCKETS.length + 1).fill(0);
  const durations = { buckets, sumSeconds: 0 };
  const counts = { results, durations, cacheHits: 0, cacheMisses: 0 };
  return {
    counts,
    /** @param startedAt a performance.now() time */
    finish(result: RedirectResult, startedAt: number): void {
      results[result] += 1;
      const seconds = (performance.now() - startedAt) / 1_000;
      durations.sumSeconds += seconds;
      let index = 0;
      while (index < DURATION_BUCKETS.length && seconds > (DURATION_BUCKETS[index] as number)) index += 1;
      (buckets[index] as number) += 1;
    },
    lookedUp(isHit: boolean): void {
      if (isHit) counts.cacheHits += 1;
      else counts.cacheMisses += 1;
    },
  };
}

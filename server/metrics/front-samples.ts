import { DURATION_BUCKETS, REDIRECT_RESULTS } from "@/lib/redirect/redirect-counts";
import type { Redirector } from "@/lib/redirect/redirector";
import { type Sample, sample } from "@/server/metrics/sample";

/** Samples of a front process about its redirects. */
export function frontSamples({ counts, state }: Pick<Redirector, "counts" | "state">): Sample[] {
  const { cachedLinks, cachedBytes, droppedClicks, limitedClicks } = state();
  return [
    ...REDIRECT_RESULTS.map((result) => sample("hop_redirects_total", counts.results[result], { result })),
    ...histogram(counts.durations),
    sample("hop_link_cache_links", cachedLinks),
    sample("hop_link_cache_bytes", cachedBytes),
    sample("hop_link_cache_hits_total", counts.cacheHits),
    sample("hop_link_cache_misses_total", counts.cacheMisses),
    sample("hop_clicks_dropped_total", droppedClicks),
    sample("hop_clicks_limited_total", limitedClicks),
  ];
}

/** Converts a histogram. Prometheus's buckets are cumulative. */
function histogram({ buckets, sumSeconds }: Redirector["counts"]["durations"]): Sample[] {
  const name = "hop_redirect_duration_seconds";
  let count = 0;
  const parts: Sample[] = buckets.map((inBucket, index) => {
    count += inBucket;
    return { name, part: "bucket", value: count, labels: { le: String(DURATION_BUCKETS[index] ?? "+Inf") } };
  });
  return [...parts, { name, part: "sum", value: sumSeconds }, { name, part: "count", value: count }];
}

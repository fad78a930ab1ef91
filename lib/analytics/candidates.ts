import { createBoundedMap } from "@/lib/bounded-map";

/** Candidates are selected again after this time, in the background. */
const REFRESH_MS = 10_000;
/** Older candidates are not used, but selected again first. */
const MAX_AGE_MS = 60_000;
/** Maximum number of entries per map, about 100 kB each. */
const MAX_KEPT = 50;

type Selection = { candidates: Promise<unknown>; version: string | undefined; selectedAt: number };

/** Kept separately, so that many groups and users don't evict the selections of all links, which take longest. */
const keptOfAll = createBoundedMap<Selection>(MAX_KEPT);
const keptOfScopes = createBoundedMap<Selection>(MAX_KEPT);

/**
 * Memoizes a slow selection of the links that may be among the most clicked ones; the caller then reads their current
 * clicks. Selects again on demand, when the last selection is old.
 *
 * @param scope whose links are selected; empty or missing: all links
 * @param key identifies the selection in its scope; the result of `select` must depend on nothing else
 * @param version a selection stays valid for as long as its version is the same; without one, it expires
 */
export function memoizeCandidates<T>(
  { scope = "", version, ...selected }: { scope?: string; key: string; version?: string },
  select: () => Promise<T>,
): Promise<T> {
  const kept = scope ? keptOfScopes : keptOfAll;
  const key = `${scope} ${selected.key}`;
  const known = kept.get(key);
  const now = performance.now();
  const age = known ? now - known.selectedAt : Number.POSITIVE_INFINITY;
  const isCurrent = age < REFRESH_MS || (version !== undefined && version === known?.version);
  if (known && isCurrent) return known.candidates as Promise<T>;
  const next: Selection = { candidates: select(), version, selectedAt: now };
  kept.set(key, next);
  next.candidates.catch(() => {
    if (kept.get(key) !== next) return;
    if (known) kept.set(key, known);
    else kept.delete(key);
  });
  return (known && age < MAX_AGE_MS ? known.candidates : next.candidates) as Promise<T>;
}

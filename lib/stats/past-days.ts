/** Changes that leave the version as it is show after this time: bots of past days that were stored late. */
const MAX_AGE_MS = 60_000;
/** At most 1 MB each, for ten years. */
const MAX_KEPT = 50;

const kept = new Map<string, { version: string; readAt: number; result: Promise<unknown> }>();

/**
 * Memoizes what was read from past days, of which only late clicks and corrections change anything.
 *
 * @param key identifies the result, with `version`
 */
export function memoizePast<T>(key: string, version: string, read: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  const now = Date.now();
  if (known?.version === version && now - known.readAt < MAX_AGE_MS) return known.result as Promise<T>;
  const entry = { version, readAt: now, result: read() };
  kept.delete(key);
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  entry.result.catch(() => {
    if (kept.get(key) === entry) kept.delete(key);
  });
  return entry.result;
}

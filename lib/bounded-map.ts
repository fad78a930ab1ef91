/** A map that deletes the entries set longest ago while the sum of all sizes exceeds a limit. By default, each is 1. */
export function createBoundedMap<T, K = string>(limit: number, sizeOf: (value: T, key: K) => number = () => 1) {
  const entries = new Map<K, T>();
  let total = 0;

  function remove(key: K): void {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    total -= sizeOf(value, key);
  }

  function set(key: K, value: T): void {
    remove(key);
    const size = sizeOf(value, key);
    if (size > limit) return;
    entries.set(key, value);
    total += size;
    for (const oldest of entries.keys()) {
      if (total <= limit) return;
      remove(oldest);
    }
  }

  function clear(): void {
    entries.clear();
    total = 0;
  }

  return { get: (key: K) => entries.get(key), set, delete: remove, clear };
}

/** A map that deletes the entries set longest ago while the sum of all sizes exceeds a limit. By default, each is 1. */
export function createBoundedMap<T>(limit: number, sizeOf: (value: T, key: string) => number = () => 1) {
  const entries = new Map<string, T>();
  let total = 0;

  function remove(key: string): void {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    total -= sizeOf(value, key);
  }

  function set(key: string, value: T): void {
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

  return { get: (key: string) => entries.get(key), set, delete: remove, clear };
}

import { createBoundedMap } from "@/lib/bounded-map";

/** Memoizes a function of a string or number: its last `size` results. */
export function memoize<K extends string | number, T extends object>(size: number, compute: (key: K) => T) {
  const results = createBoundedMap<T, K>(size);
  return (key: K): T => {
    const result = results.get(key) ?? compute(key);
    results.set(key, result);
    return result;
  };
}

import { createBoundedMap } from "@/lib/bounded-map";

/** Memoizes a function of a string: its last `size` results. */
export function memoize<T extends object>(size: number, compute: (text: string) => T): (text: string) => T {
  const results = createBoundedMap<T>(size);
  return (text) => {
    const result = results.get(text) ?? compute(text);
    results.set(text, result);
    return result;
  };
}

/**
 * Memoizes a function of a string in two generations of `size` results each. When the young generation is full,
 * the old one is dropped; results that are requested again survive.
 */
export function memoize<T>(size: number, compute: (text: string) => T): (text: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (text) => {
    if (young.has(text)) return young.get(text) as T;
    const result = old.has(text) ? (old.get(text) as T) : compute(text);
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(text, result);
    return result;
  };
}

/** Chance that comes the same way each time, so that a demonstration does too. Not for secrets. */
export type Random = {
  /** From 0 to just below 1. */
  next(): number;
  /** Both ends included. */
  integer(from: number, to: number): number;
  isTrue(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Each item as often as its weight says. */
  pickWeighted<T>(items: readonly Weighted<T>[]): T;
  /** How often something happens that happens so many times on average (Knuth, TAOCP 3.4.1). */
  poisson(mean: number): number;
  /** Of version 7 (RFC 9562, section 5.7). */
  uuid(at: number): string;
};

export type Weighted<T> = readonly [item: T, weight: number];

export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  /** mulberry32 */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));

  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("nothing to pick from");
    return items[integer(0, items.length - 1)] as T;
  }

  function pickWeighted<T>(items: readonly Weighted<T>[]): T {
    let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return pick(items)[0];
  }

  function poisson(mean: number): number {
    // Above that the difference from a rounded mean is nothing that a chart shows.
    if (mean > 50) return Math.round(mean + (next() + next() + next() - 1.5) * 2 * Math.sqrt(mean));
    const end = Math.exp(-mean);
    let count = 0;
    for (let product = next(); product > end; product *= next()) count += 1;
    return count;
  }

  function uuid(at: number): string {
    const hex = (digits: number) =>
      Math.floor(next() * 16 ** digits)
        .toString(16)
        .padStart(digits, "0");
    const time = Math.floor(at).toString(16).padStart(12, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${pick(["8", "9", "a", "b"])}${hex(3)}-${hex(6)}${hex(6)}`;
  }

  return { next, integer, isTrue: (probability) => next() < probability, pick, pickWeighted, poisson, uuid };
}

import { v7 as uuidv7 } from "uuid";
import { createRandom as createNumbers } from "@/lib/qr/child/grey";

export type Random = ReturnType<typeof createRandom>;
export type Weighted<T> = readonly [item: T, weight: number];

/** A seeded generator, so that the same seed gives the same demo data. Not for secrets. */
export function createRandom(seed: number) {
  /** From 0 to just below 1. */
  const next = createNumbers(seed);

  function pickWeighted<T>(items: readonly Weighted<T>[]): T {
    let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      rest -= weight;
      if (rest < 0) return item;
    }
    throw new RangeError("nothing to pick from");
  }

  return {
    next,
    /** Both ends included. */
    integer: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    isTrue: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]) => pickWeighted(items.map((item) => [item, 1] as const)),
    pickWeighted,
    /** Version 7 (RFC 9562, section 5.7). */
    uuid: (at: number) => {
      const words = Uint32Array.from({ length: 4 }, () => next() * 2 ** 32);
      return uuidv7({ msecs: at, random: new Uint8Array(words.buffer) });
    },
  };
}

/** Items with their weights, such as "DE=27 SE=16". */
export function parseWeights(text: string): Weighted<string>[] {
  return text.split(" ").map((entry): Weighted<string> => {
    const [item = "", weight] = entry.split("=");
    return [item, Number(weight)];
  });
}

/** Names listed per dimension; the rest is "Other". */
const MAX_NAMES = 200;

export type NamedCount = readonly [name: string, count: number];

/** The clicks of one dimension, as listed. */
export type Top = {
  /** Clicks of all names, including those not listed. */
  readonly total: number;
  /** At most MAX_NAMES, the most frequent first, then by name. */
  readonly names: readonly NamedCount[];
};

/** Clicks of one dimension by name. */
class Tally {
  readonly counts = new Map<string, number>();
  #top: Top | undefined;

  /** Sorted on first use. Added to earlier days, the tally of today is never sorted. */
  get top(): Top {
    this.#top ??= { total: sum(this.counts.values()), names: mostFrequent([...this.counts]) };
    return this.#top;
  }
}

export type Tallies = ReadonlyMap<string, Tally>;

/** @param counted clicks by `countName` (lib/clicks/dimensions.ts), each name once */
export function toTallies(counted: Iterable<NamedCount>): Tallies {
  const tallies = new Map<string, Tally>();
  for (const [key, count] of counted) {
    const end = key.indexOf(":");
    const dimension = key.slice(0, end);
    const tally = tallies.get(dimension) ?? new Tally();
    tallies.set(dimension, tally);
    tally.counts.set(key.slice(end + 1), count);
  }
  return tallies;
}

const COUNT = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*(\d+)/g;

/**
 * The fields of a JSON object of whole numbers from Postgres. JSON.parse takes three times as long for thousands of
 * fields.
 */
export function* parseCounts(json: string): Generator<NamedCount> {
  for (const [, name = "", count] of json.matchAll(COUNT)) {
    yield [name.includes("\\") ? JSON.parse(`"${name}"`) : name, Number(count)];
  }
}

/**
 * The sum of two tallies. A name that is neither in the second tally nor listed in the first has at least MAX_NAMES
 * before it in the sum, so only the list of the first is read.
 */
export function topOfBoth(first = new Tally(), second = new Tally()): Top {
  if (second.counts.size === 0) return first.top;
  if (first.counts.size === 0) return second.top;
  const [, least] = first.top.names[MAX_NAMES - 1] ?? ["", 0];
  const names = first.top.names.filter(([name]) => !second.counts.has(name));
  for (const [name, count] of second.counts) {
    const both = count + (first.counts.get(name) ?? 0);
    if (both >= least) names.push([name, both]);
  }
  return { total: first.top.total + sum(second.counts.values()), names: mostFrequent(names) };
}

/** Sorts in place. */
export function mostFrequent(names: NamedCount[]): NamedCount[] {
  return names.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, MAX_NAMES);
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** The number of names in memory. */
export function sizeOf(tallies: Tallies): number {
  return sum([...tallies.values()].map(({ counts }) => counts.size));
}

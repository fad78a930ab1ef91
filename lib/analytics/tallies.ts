import { DIMENSIONS } from "@/lib/clicks/dimensions";

/** Names that an answer lists of one kind; the rest is under "Other". */
const MAX_NAMES = 200;

export type NamedCount = readonly [name: string, count: number];

/** What an answer tells of the clicks of one kind. */
export type Top = {
  /** Of all names, those that are not listed too. */
  readonly total: number;
  /** The most frequent, at most MAX_NAMES, the most first, of equals by name. */
  readonly names: readonly NamedCount[];
};

/** Clicks of one kind by name. */
class Tally {
  readonly counts = new Map<string, number>();
  #top: Top | undefined;

  /** Put in order when it is first asked for: beside days before, today's is not. */
  get top(): Top {
    this.#top ??= { total: sum(this.counts.values()), names: mostFrequent([...this.counts]) };
    return this.#top;
  }
}

export type Tallies = ReadonlyMap<string, Tally>;

/** @param counted clicks by `countName` (lib/clicks/dimensions.ts), no name twice */
export function toTallies(counted: Iterable<NamedCount>): Tallies {
  const tallies = new Map<string, Tally>(DIMENSIONS.map((dimension) => [dimension, new Tally()]));
  for (const [key, count] of counted) {
    const end = key.indexOf(":");
    tallies.get(key.slice(0, end))?.counts.set(key.slice(end + 1), count);
  }
  return tallies;
}

const COUNT = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*(\d+)/g;

/**
 * The fields of a JSON object of whole numbers, as Postgres has checked it. An object with thousands
 * of fields takes three times as long to make and to go through.
 */
export function* parseCounts(json: string): Generator<NamedCount> {
  for (const [, name = "", count] of json.matchAll(COUNT)) {
    yield [name.includes("\\") ? JSON.parse(`"${name}"`) : name, Number(count)];
  }
}

/**
 * What two tallies tell together. A name that neither the second has nor the first lists has at least
 * MAX_NAMES before it in the sum too: so of the first, of many days, only the list is gone through.
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

function mostFrequent(names: NamedCount[]): NamedCount[] {
  return names.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, MAX_NAMES);
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** How many names are held in memory for it. */
export function sizeOf(tallies: Tallies): number {
  return sum([...tallies.values()].map(({ counts }) => counts.size));
}

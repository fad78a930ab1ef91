import fc from "fast-check";
import { parseCounts, topOfBoth, toTallies } from "@/lib/analytics/tallies";

const MAX_NAMES = 200;

type Counts = Record<string, number>;

/** More names than are listed, with counts so close to each other that many are equal. */
const countsArbitrary = fc
  .array(fc.tuple(fc.nat(600), fc.integer({ min: 1, max: 5 })), { maxLength: 600, size: "max" })
  .map((pairs): Counts => Object.fromEntries(pairs.map(([site, count]) => [`site-${site}.example`, count])));

const tallyOf = (counts: Counts) =>
  toTallies(Object.entries(counts).map(([name, count]) => [`referrer:${name}`, count])).get("referrer");

/** Sorts all names. */
function topByHand(...all: Counts[]) {
  const sums = new Map<string, number>();
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
  }
  const names = [...sums].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return { total: names.reduce((total, [, count]) => total + count, 0), names: names.slice(0, MAX_NAMES) };
}

test("two tallies list what their sum lists, equal counts by name", () => {
  fc.assert(
    fc.property(countsArbitrary, countsArbitrary, (one, other) => {
      expect(topOfBoth(tallyOf(one), tallyOf(other))).toEqual(topByHand(one, other));
      // In both orders, and from lists that were requested before.
      expect(topOfBoth(tallyOf(other), tallyOf(one))).toEqual(topByHand(one, other));
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

test("a name that one tally lists last can come first in the sum", () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`site-${i}.example`, 2_000 - i]));
  const { names } = topOfBoth(tallyOf(many), tallyOf({ "site-999.example": 5_000, "new.example": 1 }));
  expect(names[0]).toEqual(["site-999.example", 6_001]);
  expect(names).toHaveLength(MAX_NAMES);
});

test("one tally and an empty one are that tally", () => {
  const tally = tallyOf({ "news.example": 2 });
  const top = { total: 2, names: [["news.example", 2]] };
  expect([topOfBoth(tally), topOfBoth(undefined, tally), topOfBoth()]).toEqual([top, top, { total: 0, names: [] }]);
});

test("fields are parsed as by JSON.parse, with any names, as written by JSON.stringify or Postgres", () => {
  const written = fc.dictionary(fc.string({ unit: "binary" }), fc.nat());
  const odd = { 'a":1,"b': 1, "back\\": 2, '"': 3, "": 4, " : ": 5, "line\nend": 6, "\ud800": 7, "os:A:B": 8 };
  fc.assert(
    fc.property(written, fc.constantFrom(undefined, 1), (counts, space) => {
      expect(new Map(parseCounts(JSON.stringify(counts, null, space)))).toEqual(new Map(Object.entries(counts)));
    }),
    {
      examples: [
        [odd, undefined],
        [odd, 1],
      ],
    },
  );
  expect([...parseCounts('{ "os:iOS" : 3, "os:A\\"" : 1 }')]).toEqual([
    ["os:iOS", 3],
    ['os:A"', 1],
  ]);
  expect([...parseCounts("{}")]).toEqual([]);
});

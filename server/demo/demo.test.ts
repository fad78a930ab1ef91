import { makeLinks } from "@/server/demo/links";
import { makeGroups, makePeople } from "@/server/demo/people";
import { createSample } from "@/server/demo/sample";
import { makeVisits } from "@/server/demo/visits";

const NOW = Date.UTC(2026, 10, 21, 15);

function make(seed: number) {
  const sample = createSample(seed, NOW);
  const people = makePeople(sample);
  const links = makeLinks(sample, people, makeGroups(sample, people));
  return { tables: sample.tables, links, visits: makeVisits(sample, links, 20_000) };
}

const made = make(1);

test("the same seed gives the same demo data, another seed different data", () => {
  // Compared as text, since comparing tens of thousands of objects takes Jest seconds.
  expect(JSON.stringify(make(1))).toBe(JSON.stringify(made));
  expect(make(2).visits[0]?.id).not.toBe(made.visits[0]?.id);
});

test("its clicks show weekly patterns: shops on Saturdays, articles on weekdays", () => {
  const { links, visits } = made;
  const share = (habit: string, weekday: number) => {
    const ids = new Set(links.filter((link) => link.habit === habit).map(({ id }) => id));
    const ofHabit = visits.filter(({ urlId }) => ids.has(urlId));
    return ofHabit.filter(({ at }) => new Date(at).getUTCDay() === weekday).length / ofHabit.length;
  };
  expect(share("store", 6)).toBeGreaterThan(1.3 * share("store", 1));
  expect(share("steady", 6)).toBeLessThan(0.7 * share("steady", 1));
});

test("clicks come in chronological order, each with its own id", () => {
  const { visits } = made;
  expect(visits.map(({ at }) => at)).toEqual(visits.map(({ at }) => at).sort((a, b) => a - b));
  expect(new Set(visits.map(({ id }) => id)).size).toBe(visits.length);
});

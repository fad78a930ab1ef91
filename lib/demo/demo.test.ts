import { createHistory } from "@/lib/demo/history";
import { makeGroups, makePeople } from "@/lib/demo/people";
import { createRandom } from "@/lib/demo/random";
import { makeShortUrls } from "@/lib/demo/short-urls";
import { makeVisits } from "@/lib/demo/visits";

const NOW = Date.UTC(2026, 10, 21, 15);

function make(seed: number) {
  const random = createRandom(seed);
  const history = createHistory(random, NOW);
  const { people, users } = makePeople(random, history);
  const { groupIds } = makeGroups(random, history, people);
  const { links, shortUrls } = makeShortUrls(random, history, { people, groupIds });
  return { users, links, shortUrls, visits: makeVisits(random, links, { now: NOW, clicks: 20_000 }) };
}

test("the same seed gives the same demonstration, another gives another", () => {
  expect(make(1)).toEqual(make(1));
  expect(make(2).visits[0]?.id).not.toBe(make(1).visits[0]?.id);
});

test("weeks are seen in its clicks: shops on Saturdays, articles on weekdays", () => {
  const { links, visits } = make(1);
  const share = (habit: string, weekday: number) => {
    const ids = new Set(links.filter((link) => link.habit === habit).map(({ id }) => id));
    const ofHabit = visits.filter(({ urlId }) => ids.has(urlId));
    return ofHabit.filter(({ at }) => new Date(at).getUTCDay() === weekday).length / ofHabit.length;
  };
  expect(share("store", 6)).toBeGreaterThan(1.3 * share("store", 1));
  expect(share("steady", 6)).toBeLessThan(0.7 * share("steady", 1));
});

test("clicks come in the order of time, each with an id of its own", () => {
  const { visits } = make(1);
  expect(visits.map(({ at }) => at)).toEqual(visits.map(({ at }) => at).sort((a, b) => a - b));
  expect(new Set(visits.map(({ id }) => id)).size).toBe(visits.length);
});

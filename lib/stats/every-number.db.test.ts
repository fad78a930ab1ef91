import fc from "fast-check";
import type { Actor } from "@/lib/actor";
import type { PeriodTopUrls } from "@/lib/analytics/types";
import { deleteClicksByAddress } from "@/lib/clicks/delete-by-address";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { deleteClicks, enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { listClicks } from "@/lib/stats/clicks";
import { compareUrls, getSumStats, getUrlStats } from "@/lib/stats/queries";
import { listClicksSchema, type StatsQuery, statsSchema } from "@/lib/stats/schema";
import { type LocalClick, localClick, naiveStats, shownValue } from "@/lib/stats/testing/naive-stats";
import { getSumTopUrls } from "@/lib/stats/top-urls";
import type { StatDimension, Stats } from "@/lib/stats/types";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

/** Zones with a moment at which their clocks change, or with a large offset from UTC. */
const ZONES = [
  ["UTC", "2026-03-29T00:00:00Z"],
  ["Europe/Vienna", "2026-03-29T01:00:00Z"],
  ["Europe/Vienna", "2026-10-25T01:00:00Z"],
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
  ["Africa/Cairo", "2026-04-23T22:00:00Z"],
  ["Atlantic/Azores", "2026-10-25T01:00:00Z"],
  ["America/Havana", "2026-11-01T05:00:00Z"],
  ["Asia/Kathmandu", "2026-05-31T18:15:00Z"],
  ["Pacific/Kiritimati", "2026-05-31T10:00:00Z"],
] as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ADDRESSES = ["203.0.113.1", "203.0.113.2", "2001:db8::1", null];

const clickArbitrary = fc.record({
  link: fc.nat(3),
  /** Within a few hours of the change, at the edges of hours, or within some days. */
  offset: fc.oneof(
    fc.integer({ min: -4 * HOUR_MS, max: 4 * HOUR_MS }),
    fc.integer({ min: -48, max: 48 }).chain((hours) => fc.constantFrom(-1, 0, 1).map((ms) => hours * HOUR_MS + ms)),
    fc.integer({ min: -35 * DAY_MS, max: 6 * DAY_MS }),
  ),
  isBot: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  ip: fc.constantFrom(...ADDRESSES),
  accessMethod: fc.constantFrom("qr" as const, "direct" as const),
  referrerHost: fc.constantFrom(null, "news.example", "search.example", "Other"),
  country: fc.constantFrom(null, "DE", "AT"),
  city: fc.constantFrom(null, null, "Bonn, DE", "Other"),
  language: fc.constantFrom(null, null, "de", "gsw"),
  placement: fc.constantFrom(null, null, "poster-hall-3", "menu", "Other"),
  deviceType: fc.constantFrom(null, "mobile" as const, "desktop" as const),
  os: fc.constantFrom(null, "iOS", "Linux"),
  browser: fc.constantFrom(null, "Safari", "Firefox"),
});
type RandomClick = typeof clickArbitrary extends fc.Arbitrary<infer T> ? T : never;

const FILTERED = [
  "referrer",
  "country",
  "city",
  "language",
  "placement",
  "device",
  "os",
  "browser",
  "access",
  "hour",
  "weekday",
] as const satisfies StatDimension[];

const questionArbitrary = fc.record({
  query: fc.oneof(
    fc.record({ range: fc.constantFrom("today", "7d", "30d", "90d", "12m", "all") }),
    fc.record({ days: fc.tuple(fc.integer({ min: -35, max: 6 }), fc.nat(20)) }),
  ),
  interval: fc.constantFrom(undefined, "hour", "day", "week", "month"),
  by: fc.uniqueArray(fc.constantFrom<StatDimension>(...FILTERED), { maxLength: 3 }),
  /** Index of the click whose values are used as filters. */
  like: fc.nat(100),
});
type Question = typeof questionArbitrary extends fc.Arbitrary<infer T> ? T : never;

const scenarioArbitrary = fc.record({
  zone: fc.constantFrom(...ZONES),
  now: fc.integer({ min: -2, max: 5 }),
  clicks: fc.array(clickArbitrary, { minLength: 1, maxLength: 80, size: "max" }),
  questions: fc.array(questionArbitrary, { minLength: 6, maxLength: 6 }),
});
type Scenario = typeof scenarioArbitrary extends fc.Arbitrary<infer T> ? T : never;

beforeAll(() => deleteClicks());

const create = async (actor: Parameters<typeof createUrl>[0], fields: object) =>
  (await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", ...fields }))).id;

/** Two users, two groups and four links. The last link is in no group; the third is moved and the first deleted. */
async function createLinks() {
  const [ada, bob] = [await createUser(), await createUser()];
  const [one, other] = [await createGroup(ada, bob), await createGroup(ada)];
  const links = [
    await create(ada, { groupId: one }),
    await create(bob, { groupId: one }),
    await create(ada, { groupId: one }),
    await create(ada, {}),
  ];
  return { ada, one, other, links, own: [0, 2, 3].map((index) => links[index] ?? "") };
}

const toClick = (random: RandomClick, links: string[], change: number, timeZone: string): EnrichedClick => {
  const { link, offset, ...rest } = random;
  // The front reads placements from QR codes only.
  const known = { ...rest, placement: rest.accessMethod === "qr" ? rest.placement : null };
  const at = change + offset;
  const { day } = localClick(enrichedClick("", new Date(at).toISOString()), timeZone);
  const visitorHash = known.ip && !known.isBot ? visitorNamed(`${day} ${known.ip}`) : null;
  return enrichedClick(links[link] ?? "", new Date(at).toISOString(), { ...known, visitorHash });
};

function toQuery({ query, interval, by, like }: Question, clicks: LocalClick[], change: number) {
  const day = (offset: number) => new Date(change + offset * DAY_MS).toISOString().slice(0, 10);
  const days = "days" in query ? { from: day(query.days[0]), to: day(query.days[0] + query.days[1]) } : query;
  const chosen = clicks[like % clicks.length];
  const filter = by.flatMap((dimension) => {
    const value = chosen && shownValue(chosen, dimension);
    return value ? [`${dimension}:${value}`] : [];
  });
  const isLong = "range" in query && !["today", "7d", "30d"].includes(query.range);
  return statsSchema.parse({ ...days, interval: interval === "hour" && isLong ? "day" : interval, filter });
}

/** Converts statistics to the form of the naive ones, after checking the parts that those lack. */
function comparable({ clicks, visitors, scans, bots, before, series, breakdowns, from, to, interval }: Stats) {
  const starts = series.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)].sort());
  if (interval === "day") expect([starts[0], starts.at(-1)]).toEqual([from, to]);
  const withClicks = series.filter((one) => one.clicks > 0);
  const counts = withClicks.map(({ start, clicks, visitors }) => [start.slice(0, 16), { clicks, visitors }]);
  const earlier = series.filter((one) => (one.before ?? 0) > 0);
  return {
    clicks,
    visitors,
    scans,
    bots,
    before: before && { clicks: before.clicks, visitors: before.visitors, scans: before.scans },
    series: Object.fromEntries(counts),
    seriesBefore:
      before && Object.fromEntries(earlier.map(({ start, before: clicks }) => [start.slice(0, 16), clicks])),
    breakdowns,
  };
}

type Expected = { isSingle: boolean; hasHourlyVisitors: boolean };
const SUM: Expected = { isSingle: false, hasHourlyVisitors: false };
const SINGLE: Expected = { isSingle: true, hasHourlyVisitors: false };

function expectSame(stats: Stats, clicks: LocalClick[], expected: Expected): void {
  const { seriesBefore, ...naive } = naiveStats(clicks, { ...stats, ...expected });
  const { seriesBefore: askedBefore, breakdowns, ...asked } = comparable(stats);
  const { breakdowns: naiveBreakdowns, ...rest } = naive;
  expect(asked).toEqual(rest);
  // Hours that the clocks skip in the range can't be shown.
  const shown = Object.entries(seriesBefore ?? {}).filter(([start]) => isShown(stats, start));
  expect(askedBefore).toEqual(seriesBefore && Object.fromEntries(shown.map(([start, { clicks }]) => [start, clicks])));
  for (const [dimension, counts] of Object.entries(naiveBreakdowns)) {
    const listed = breakdowns[dimension as StatDimension];
    // These are left out while no click has them.
    const isMissing = ["city", "language", "placement"].includes(dimension) && Object.keys(counts).every(isUnknown);
    if (isMissing) expect(listed).toBeUndefined();
    else expect(Object.fromEntries((listed ?? []).flatMap((one) => toEntry(one)))).toEqual(counts);
    if (listed && !["hour", "weekday"].includes(dimension)) {
      expect(listed.map((one) => one.clicks)).toEqual(listed.map((one) => one.clicks).sort((a, b) => b - a));
    }
  }
}

const isUnknown = (name: string) => name === "Unknown";
const isShown = ({ series }: Stats, start: string) => series.some((one) => one.start.startsWith(start));
const toEntry = ({ name, clicks }: { name: string; clicks: number }) => (clicks > 0 ? [[name, clicks] as const] : []);

/** All clicks in a link's list with these filters, from all pages and including bots, and the list's total. */
async function listed(actor: Actor, link: string, { range, from, to, filter }: StatsQuery, now: number) {
  const ids: string[] = [];
  let cursor: string | undefined;
  let total = 0;
  do {
    const query = listClicksSchema.parse({ range, from, to, filter, limit: 7, bots: "include", cursor });
    const page = await listClicks(actor, link, query, now);
    ids.push(...page.items.map(({ id }) => id));
    total = page.total;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return { ids, total };
}

/** The same result computed click by click, for the days that the statistics cover. */
function passingClicks(clicks: LocalClick[], { from, to, filters }: Stats) {
  const ids = clicks
    .filter(({ day }) => day >= from && day <= to)
    .filter((one) => filters.every(({ by, value }) => shownValue(one, by) === value))
    .sort(({ click: a }, { click: b }) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ click }) => click.id);
  return { ids, total: ids.length };
}

/** The most clicked links; the range of all time has no last day, so clicks of later days would count. */
function expectTop(
  { totalClicks, urls }: PeriodTopUrls,
  clicks: LocalClick[],
  { from, to, clicks: total }: Stats,
): void {
  const counts = new Map<string, number>();
  for (const { click } of clicks.filter(({ click, day }) => !click.isBot && day >= from && day <= to)) {
    counts.set(click.urlId, (counts.get(click.urlId) ?? 0) + 1);
  }
  expect([totalClicks, new Map(urls.map(({ id, clickCount }) => [id, clickCount]))]).toEqual([total, counts]);
  expect(urls.map(({ clickCount }) => clickCount)).toEqual([...counts.values()].sort((a, b) => b - a));
}

test("every number and every list of clicks equals one computed click by click", async () => {
  const run = async ({ zone: [timeZone, moment], now, ...random }: Scenario) => {
    Object.assign(env(), { TIME_ZONE: timeZone });
    await deleteClicks();
    const { ada, one, other, links, own } = await createLinks();
    const change = Date.parse(moment);
    const made = random.clicks.map((click) => toClick(click, links, change, timeZone));
    // In two batches, so that existing counts are increased.
    const half = made.length / 2;
    await store(made.slice(0, half));
    await store(made.slice(half));
    await deleteClicksByAddress(pool(), "203.0.113.2");
    await updateUrl(ada, links[2] ?? "", { groupId: other });
    await updateUrl(ada, links[0] ?? "", { status: "deleted" });
    const stored = made.filter(({ ip }) => ip !== "203.0.113.2").map((click) => localClick(click, timeZone));
    const of = (...ids: (string | undefined)[]) => stored.filter(({ click }) => ids.includes(click.urlId));
    const at = change + now * DAY_MS;
    for (const question of random.questions) {
      const query = toQuery(question, stored, change);
      for (const link of links) {
        const stats = await getUrlStats(ada, link, query, at);
        expectSame(stats, of(link), { isSingle: true, hasHourlyVisitors: stats.filters.length > 0 });
        const withVisitors = await getUrlStats(ada, link, { ...query, hourlyVisitors: "true" }, at);
        expectSame(withVisitors, of(link), { isSingle: true, hasHourlyVisitors: true });
        expect(await listed(ada, link, query, at)).toEqual(passingClicks(of(link), stats));
      }
      const sum = { ...query, filter: [], interval: query.interval === "hour" ? undefined : query.interval };
      const sums = [await getSumStats(ada, one, sum, at), await getSumStats(ada, null, sum, at)] as const;
      expectSame(sums[0], of(links[0], links[1]), SUM);
      expectSame(sums[1], of(...own), SUM);
      expectSame(await getSumStats(ada, other, sum, at), of(links[2]), SUM);
      for (const { id, stats } of await compareUrls(ada, { ...query, filter: [], ids: links }, at)) {
        expectSame(stats, of(id), SINGLE);
      }
      if (query.range === "all") continue;
      const top = { range: query.range, from: query.from, to: query.to, limit: 5 };
      expectTop(await getSumTopUrls(ada, one, top, at), of(links[0], links[1]), sums[0]);
      expectTop(await getSumTopUrls(ada, null, top, at), of(...own), sums[1]);
    }
  };
  // The same scenarios each time; a failure prints the seed.
  await fc.assert(fc.asyncProperty(scenarioArbitrary, run), {
    seed: Number(process.env.PROPERTY_SEED ?? 20_261_101),
    numRuns: Number(process.env.PROPERTY_RUNS ?? 6),
    endOnFailure: true,
  });
});

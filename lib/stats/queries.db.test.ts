import { text } from "node:stream/consumers";
import type { Actor } from "@/lib/actor";
import { TOP_URLS_MAX } from "@/lib/analytics/types";
import { dropOldPartitions } from "@/lib/clicks/partitions";
import { deleteClicks, enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { statementsDuring } from "@/lib/db/testing/statements";
import { env } from "@/lib/env";
import { listClicks } from "@/lib/stats/clicks";
import { exportComparedUrls, exportSumStats, exportUrlStats } from "@/lib/stats/export";
import { compareUrls, getSumStats, getUrlStats } from "@/lib/stats/queries";
import {
  compareSchema,
  EARLIEST_DAY,
  FILTERS_OF_ONE_LINK,
  HOURS_OF_ONE_LINK,
  listClicksSchema,
  type StatsQuery,
} from "@/lib/stats/schema";
import { getSumTopUrls } from "@/lib/stats/top-urls";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

const NOW = Date.parse("2026-11-21T12:00:00Z");

let ada: Actor;

beforeEach(async () => {
  Object.assign(env(), { TIME_ZONE: "UTC" });
  await deleteClicks();
  ada = await createUser();
});

afterEach(() => jest.restoreAllMocks());

const create = async (actor: Actor, fields: object = {}) =>
  (await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", ...fields }))).id;

const clicksOn = (url: string, ...times: string[]) => times.map((at) => enrichedClick(url, at));

/** Counts of a link's day, without its clicks. */
const countDay = (scopeId: string, day: string, total: number, counts: Record<string, number> = {}) =>
  prisma().clickDay.create({
    data: { scope: "link", scopeId, day: new Date(day), isBot: false, total: BigInt(total), counts },
  });

describe("a link whose older clicks were removed", () => {
  async function createOldLink(): Promise<string> {
    const url = await create(ada);
    await pool().query("SELECT ensure_visit_partition(at::timestamptz) FROM unnest($1::text[]) AS at", [
      ["2026-08-15", "2026-09-15", "2026-10-15"],
    ]);
    await store(clicksOn(url, "2026-08-31T10:00:00Z", "2026-09-30T23:30:00Z", "2026-10-01T00:30:00Z"));
    await store(clicksOn(url, "2026-11-20T10:00:00Z"));
    return url;
  }
  const remove = (days: number) => dropOldPartitions(pool(), days);
  const daysSince = (day: string) => Math.ceil((Date.now() - Date.parse(day)) / 86_400_000);
  const ask = (url: string, query: object = {}) => getUrlStats(ada, url, { range: "90d", ...query }, NOW);

  test("is filtered only from the first whole day on; without filters, nothing is missing", async () => {
    const url = await createOldLink();
    expect((await ask(url)).filterableFrom).toBe(EARLIEST_DAY);
    await remove(daysSince("2026-10-01") - 1);
    const all = await ask(url);
    expect(all).toMatchObject({ from: "2026-08-24", clicks: 4, filterableFrom: "2026-10-01" });
    const filtered = await ask(url, { filter: ["access:direct"] });
    expect(filtered).toMatchObject({ from: "2026-10-01", to: "2026-11-21", clicks: 2, before: null });
    expect(filtered.filters).toEqual([{ by: "access", value: "direct" }]);
    const recent = await getUrlStats(ada, url, { range: "7d", filter: ["access:direct"] }, NOW);
    expect(recent).toMatchObject({ from: "2026-11-15", clicks: 1, before: { clicks: 0 } });
    const old = await getUrlStats(ada, url, { to: "2026-09-30", filter: ["access:direct"] }, NOW);
    expect(old).toMatchObject({ from: "2026-08-31", to: "2026-09-30", clicks: 0, before: null });
  });

  test("has a first day that is only partly stored, if months of UTC end within days", async () => {
    Object.assign(env(), { TIME_ZONE: "America/New_York" });
    const url = await createOldLink();
    await remove(daysSince("2026-10-01") - 1);
    // 30 September in New York has a click that was removed and one that is stored.
    expect((await ask(url)).filterableFrom).toBe("2026-10-01");
    const total = async (query: object) => (await listClicks(ada, url, listClicksSchema.parse(query), NOW)).total;
    const days = { from: "2026-09-30", to: "2026-09-30" };
    expect([await total({}), await total(days), await total({ ...days, bots: "only" })]).toEqual([2, 1, 0]);
    expect([await total({ from: "2026-10-01" }), await total({ from: "2026-08-01", to: "2026-09-29" })]).toEqual([
      1, 0,
    ]);
  });

  test("shows the hours that are still stored", async () => {
    const url = await createOldLink();
    // As counted before hours were.
    await pool().query("UPDATE click_days SET counts = '{}'");
    await remove(daysSince("2026-10-01") - 1);
    const hours = (await ask(url)).breakdowns.hour?.filter(({ clicks }) => clicks > 0);
    expect(hours).toEqual([
      { name: "00", clicks: 1 },
      { name: "10", clicks: 1 },
      { name: "Unknown", clicks: 2 },
    ]);
  });
});

test("placements add up to the scans, and scans without one are a filter of their own", async () => {
  const url = await create(ada);
  const [qr, at] = [{ accessMethod: "qr" as const }, "2026-11-21T10:00:00Z"];
  const scans = [enrichedClick(url, at, qr), enrichedClick(url, at, { ...qr, placement: "menu" })];
  await store([...clicksOn(url, at, at, at), ...scans]);
  const placements = [
    { name: "Unknown", clicks: 1 },
    { name: "menu", clicks: 1 },
  ];
  const ask = async (...filter: string[]) => getUrlStats(ada, url, { range: "7d", filter }, NOW);
  expect((await ask()).breakdowns.placement).toEqual(expect.arrayContaining(placements));
  expect((await ask("country:Unknown")).breakdowns.placement).toEqual(expect.arrayContaining(placements));
  expect(await ask("placement:Unknown")).toMatchObject({ clicks: 1, scans: 1 });
  expect(await ask("placement:Unknown", "access:direct")).toMatchObject({ clicks: 0 });
  const list = await listClicks(ada, url, listClicksSchema.parse({ filter: ["placement:Unknown"] }), NOW);
  expect([list.total, list.items.map(({ accessMethod }) => accessMethod)]).toEqual([1, ["qr"]]);
});

test("hours come from the counts of days that have them, and else from the clicks", async () => {
  const url = await create(ada);
  await store(clicksOn(url, "2026-11-19T08:00:00Z", "2026-11-19T09:00:00Z", "2026-11-21T10:00:00Z"));
  await countDay(url, "2026-11-20", 3, { "hour:00": 1, "hour:23": 2, "os:Linux": 3 });
  const { series, breakdowns, clicks } = await getUrlStats(ada, url, { range: "7d", interval: "hour" }, NOW);
  const shown = series.filter((one) => one.clicks > 0).map(({ start, clicks }) => [start, clicks]);
  expect([clicks, shown]).toEqual([
    6,
    [
      ["2026-11-19T08:00+00:00", 1],
      ["2026-11-19T09:00+00:00", 1],
      ["2026-11-20T00:00+00:00", 1],
      ["2026-11-20T23:00+00:00", 2],
      ["2026-11-21T10:00+00:00", 1],
    ],
  ]);
  const byHour = Object.fromEntries((breakdowns.hour ?? []).map(({ name, clicks }) => [name, clicks]));
  expect(byHour).toMatchObject({ "00": 1, "08": 1, "09": 1, "10": 1, "23": 2 });
  expect(breakdowns.hour).toHaveLength(24);
});

test("unique visitors by hour are counted on request, unless clicks of the range were removed", async () => {
  const url = await create(ada);
  const visit = (at: string, visitorHash: string) => enrichedClick(url, at, { visitorHash });
  const [one, other] = [visitorNamed("one"), visitorNamed("other")];
  await store([
    visit("2026-11-20T09:10:00Z", one),
    visit("2026-11-20T09:50:00Z", one),
    visit("2026-11-20T09:30:00Z", other),
    visit("2026-11-20T23:00:00Z", one),
  ]);
  const ask = async (query: object) => {
    const { series } = await getUrlStats(ada, url, { range: "7d", interval: "hour", ...query }, NOW);
    return series.filter(({ clicks }) => clicks > 0).map(({ start, visitors }) => [start, visitors]);
  };
  const [nine, last] = ["2026-11-20T09:00+00:00", "2026-11-20T23:00+00:00"];
  expect(await ask({})).toEqual([
    [nine, null],
    [last, null],
  ]);
  const counted = [
    [nine, 2],
    [last, 1],
  ];
  expect(await ask({ hourlyVisitors: "true" })).toEqual(counted);
  expect(await ask({ filter: ["access:direct"] })).toEqual(counted);
  const { content } = await exportUrlStats(ada, url, { range: "7d", interval: "hour" }, NOW);
  expect(await text(content)).toContain(`Hour,${nine},3,2,`);
  // The day before is counted, but not stored.
  await countDay(url, "2026-11-19", 5, { "hour:09": 5 });
  expect(await ask({ hourlyVisitors: "true" })).toEqual([
    ["2026-11-19T09:00+00:00", null],
    [nine, null],
    [last, null],
  ]);
  expect(await ask({ hourlyVisitors: "true", range: undefined, from: "2026-11-20" })).toEqual(counted);
});

test("asked for access methods only, packs no stored clicks, even of days without counted hours", async () => {
  const url = await create(ada);
  await store(clicksOn(url, "2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z"));
  // As counted before hours were.
  await pool().query("UPDATE click_days SET counts = '{}' WHERE scope_id = $1", [url]);
  const ask = (query: object) => getUrlStats(ada, url, { range: "all", interval: "month", ...query }, NOW);
  const packsClicks = async (query: object) =>
    (await statementsDuring(() => ask(query))).some((statement) => statement.includes("FROM visits"));
  expect(await packsClicks({ breakdowns: "access" })).toBe(false);
  expect(await packsClicks({})).toBe(true);
  const { clicks, breakdowns } = await ask({ breakdowns: "access" });
  const access = [{ name: "direct", clicks: 2 }];
  expect({ clicks, breakdowns }).toEqual({ clicks: 2, breakdowns: { access } });
});

test("if hours can't be read in time, all other numbers are shown by day", async () => {
  const [one, other] = [await create(ada), await create(ada)];
  await store([...clicksOn(one, "2026-11-20T10:00:00Z"), ...clicksOn(other, "2026-11-20T10:00:00Z")]);
  // As counted before hours were.
  await pool().query("UPDATE click_days SET counts = counts::jsonb - 'hour:10' WHERE scope_id = $1", [one]);
  const query = { range: "7d", interval: "hour" } as const;
  let clock = performance.now();
  const time = jest.spyOn(performance, "now").mockImplementation(() => (clock += 3_600_000));
  const late = await getUrlStats(ada, one, query, NOW);
  const compared = await compareUrls(ada, compareSchema.parse({ ids: `${other},${one}`, ...query }), NOW);
  time.mockRestore();
  expect(late).toMatchObject({ interval: "day", clicks: 1, breakdowns: { os: [{ clicks: 1 }] } });
  expect([late.series.length, late.breakdowns.hour, late.breakdowns.weekday?.length]).toEqual([7, undefined, 7]);
  expect(compared.map(({ stats }) => [stats.interval, stats.series.length])).toEqual([
    ["day", 7],
    ["day", 7],
  ]);
  const { interval, breakdowns } = await getUrlStats(ada, one, query, NOW);
  expect([interval, breakdowns.hour?.[10]?.clicks]).toEqual(["hour", 1]);
});

test("sums have neither filters nor hours, and are for members of the group", async () => {
  const [member, admin] = [await createUser(), await createUser({ role: "overall_admin" })];
  const [stranger, otherAdmin] = [await createUser(), await createUser({ role: "group_admin" })];
  const group = await createGroup(ada, member);
  const url = await create(ada, { groupId: group });
  await store(clicksOn(url, "2026-11-21T10:00:00Z"));
  for (const actor of [ada, member, admin]) {
    const { clicks, interval, breakdowns, filterableFrom } = await getSumStats(actor, group, { range: "today" }, NOW);
    expect([clicks, interval, filterableFrom]).toEqual([1, "day", null]);
    expect(Object.keys(breakdowns).sort()).toEqual(["access", "browser", "country", "device", "os", "referrer"]);
  }
  for (const [actor, id] of [[stranger, group] as const, [otherAdmin, group] as const, [ada, unique("id")] as const]) {
    await expect(getSumStats(actor, id, {}, NOW)).rejects.toMatchObject({ code: "not_found" });
    await expect(getSumTopUrls(actor, id, { limit: 5 }, NOW)).rejects.toMatchObject({ code: "not_found" });
    await expect(exportSumStats(actor, id, {}, NOW)).rejects.toMatchObject({ code: "not_found" });
  }
  for (const [query, field, message] of [
    [{ filter: ["country:DE"] }, "filter", FILTERS_OF_ONE_LINK],
    [{ interval: "hour" }, "interval", HOURS_OF_ONE_LINK],
  ] satisfies [StatsQuery, string, string][]) {
    await expect(getSumStats(ada, group, query, NOW)).rejects.toMatchObject({ field, message });
    await expect(getSumStats(ada, null, query, NOW)).rejects.toMatchObject({ field, message });
  }
  expect(await getSumStats(member, null, {}, NOW)).toMatchObject({ clicks: 0, visitors: 0 });
});

test("compared links have the same days, and all must be visible", async () => {
  const stranger = await createUser();
  const [one, other, foreign] = [await create(ada), await create(ada), await create(stranger)];
  await store([...clicksOn(one, "2026-11-01T10:00:00Z"), ...clicksOn(other, "2026-11-20T10:00:00Z")]);
  const compare = (...ids: string[]) => compareUrls(ada, compareSchema.parse({ ids: ids.join(), range: "all" }), NOW);
  const compared = await compare(other, one);
  expect(compared.map(({ id, stats }) => [id, stats.from, stats.to, stats.clicks, stats.interval])).toEqual([
    [other, "2026-11-01", "2026-11-21", 1, "day"],
    [one, "2026-11-01", "2026-11-21", 1, "day"],
  ]);
  expect(compared[0]).toMatchObject({ originalUrl: "https://example.com/", status: "active" });
  await expect(compare(one, foreign)).rejects.toMatchObject({ code: "not_found" });
  const filtered = compareSchema.parse({ ids: one, filter: ["country:DE"] });
  await expect(compareUrls(ada, filtered, NOW)).rejects.toMatchObject({ field: "filter" });
  const exported = (...ids: string[]) =>
    exportComparedUrls(ada, compareSchema.parse({ ids: ids.join(), range: "all" }), NOW);
  const { fileName, content } = await exported(other, one);
  expect(fileName).toBe("stats-compared-2026-11-01-2026-11-21.csv");
  const [head, ...lines] = (await text(content)).trimEnd().split("\r\n");
  expect(head).toBe("Short URL,Kind,Name,Clicks,Unique visitors,Clicks before");
  const ofDays = lines.flatMap((line) => /^([^,]+),Day,(2026-11-(?:01|20)),(\d+),/.exec(line)?.slice(1) ?? []);
  const [first, second] = compared.map(({ shortUrl }) => shortUrl);
  expect(ofDays).toEqual([
    ...[first, "2026-11-01", "0", first, "2026-11-20", "1"],
    ...[second, "2026-11-01", "1", second, "2026-11-20", "0"],
  ]);
  const entry = await prisma().auditEntry.findFirstOrThrow({ where: { actorId: ada.id, subjectLabel: fileName } });
  const codes = compared.map(({ shortCode }) => shortCode);
  expect(entry.after).toEqual({ urls: codes, bots: "exclude" });
  await expect(exported(one, foreign)).rejects.toMatchObject({ code: "not_found" });
});

test("the most clicked links of a group and of a user, in any range", async () => {
  const bob = await createUser();
  const group = await createGroup(ada, bob);
  const [one, other] = [await create(ada, { groupId: group }), await create(bob, { groupId: group })];
  const alone = await create(ada);
  await store([
    ...clicksOn(one, "2026-11-01T10:00:00Z", "2026-11-01T11:00:00Z", "2026-11-21T10:00:00Z"),
    ...clicksOn(other, "2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z"),
    ...clicksOn(alone, "2026-11-20T10:00:00Z"),
  ]);
  const top = (answer: Awaited<ReturnType<typeof getSumTopUrls>>) => [
    answer.totalClicks,
    ...answer.urls.map(({ id, clickCount }) => [id, clickCount]),
  ];
  const ofGroup = async (query: object) => top(await getSumTopUrls(ada, group, { limit: 5, ...query }, NOW));
  expect(await ofGroup({ range: "all" })).toEqual([5, [one, 3], [other, 2]]);
  expect(await ofGroup({ range: "7d" })).toEqual([3, [other, 2], [one, 1]]);
  expect(await ofGroup({ from: "2026-11-01", to: "2026-11-02" })).toEqual([2, [one, 2]]);
  expect(top(await getSumTopUrls(ada, null, { range: "7d", limit: 1 }, NOW))).toEqual([2, [alone, 1]]);
  expect(top(await getSumTopUrls(ada, null, { range: "all", limit: 5 }, NOW))).toEqual([4, [one, 3], [alone, 1]]);
});

test.each([
  ["in a range", "7d"],
  ["of all time", "all"],
] as const)("a link that left its group is no longer among the most clicked ones %s", async (_, range) => {
  const group = await createGroup(ada);
  const [left, stays] = [await create(ada, { groupId: group }), await create(ada, { groupId: group })];
  await store([...clicksOn(left, "2026-11-21T10:00:00Z"), ...clicksOn(stays, "2026-11-21T10:00:00Z")]);
  // Enough clicks for candidates to be cached.
  await pool().query("UPDATE click_days SET total = 30000 WHERE scope_id = ANY ($1)", [[left, stays]]);
  await pool().query("UPDATE click_days SET total = 60000 WHERE scope_id = $1", [group]);
  await prisma().shortUrlCount.create({ data: { id: -1, status: "active", change: 30_000 } });
  const top = async () => (await getSumTopUrls(ada, group, { limit: 5, range }, NOW)).urls.map(({ id }) => id);
  expect(await top()).toEqual([stays, left]);
  await updateUrl(ada, left, { groupId: null });
  expect(await top()).toEqual([stays]);
  await prisma().shortUrlCount.delete({ where: { id: -1 } });
});

test("a file of several links has the most clicked ones, which add up to the total with all others", async () => {
  const group = await createGroup(ada);
  const links = await Promise.all(Array.from({ length: TOP_URLS_MAX + 2 }, () => create(ada, { groupId: group })));
  const clicks = links.flatMap((link, index) =>
    clicksOn(link, ...Array(index === 0 ? 3 : 1).fill("2026-11-21T10:00:00Z")),
  );
  await store(clicks);
  const { content } = await exportSumStats(ada, group, { range: "7d" }, NOW);
  const counts = [...(await text(content)).matchAll(/^Short URL,([^,]+),(\d+),,/gm)];
  expect(counts).toHaveLength(TOP_URLS_MAX + 1);
  expect(counts.map(([, , count]) => Number(count)).slice(0, 2)).toEqual([3, 1]);
  expect(counts.at(-1)?.slice(1)).toEqual(["Other", "2"]);
});

test("a file has the screen's contents, without formulas, and is audited", async () => {
  const group = await createGroup(ada);
  const url = await create(ada, { groupId: group, shortCode: unique("file") });
  const { shortCode } = await prisma().shortUrl.findUniqueOrThrow({ where: { id: url } });
  await store([
    enrichedClick(url, "2026-11-20T10:00:00Z", { browser: "=1+1", accessMethod: "qr" }),
    enrichedClick(url, "2026-11-21T10:00:00Z", { browser: "Firefox" }),
  ]);
  const query = { from: "2026-11-20", to: "2026-11-21", interval: "day" } as const;
  const file = await exportUrlStats(ada, url, { ...query, filter: ["access:qr"] }, NOW);
  expect(file.fileName).toBe(`stats-${shortCode}-2026-11-20-2026-11-21.csv`);
  const lines = (await text(file.content)).split("\r\n");
  expect(lines.slice(0, 7)).toEqual([
    "Kind,Name,Clicks,Unique visitors,Clicks before",
    "Total,2026-11-20 to 2026-11-21,1,0,0",
    "QR scans,,1,,0",
    "Bots,,0,,",
    "Filter,access:qr,,,",
    "Day,2026-11-20,1,0,0",
    "Day,2026-11-21,0,0,0",
  ]);
  expect(lines).toContain("Browser,'=1+1,1,,");
  expect(lines).toContain("Hour of the day,10,1,,");
  const sums = [await exportSumStats(ada, group, query, NOW), await exportSumStats(ada, null, query, NOW)];
  for (const { content } of sums) {
    const ofSum = (await text(content)).split("\r\n");
    expect(ofSum[1]).toMatch(/^Total,.*,2,0,0$/);
    expect(ofSum.filter((line) => line.startsWith("Short URL,"))).toEqual([
      expect.stringMatching(new RegExp(`^Short URL,http://[^/]+/${shortCode},2,,$`)),
    ]);
  }
  const entries = await prisma().auditEntry.findMany({
    where: { actorId: ada.id, action: "export.download" },
    select: { subjectId: true, subjectLabel: true, after: true },
    orderBy: { occurredAt: "asc" },
  });
  expect(entries).toEqual([
    { subjectId: url, subjectLabel: file.fileName, after: { filters: ["access:qr"], bots: "exclude" } },
    {
      subjectId: group,
      subjectLabel: "stats-group-2026-11-20-2026-11-21.csv",
      after: { groupId: group, bots: "exclude" },
    },
    { subjectId: "", subjectLabel: "stats-my-links-2026-11-20-2026-11-21.csv", after: { bots: "exclude" } },
  ]);
});

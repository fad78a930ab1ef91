import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/actor";
import { getDashboardStats, percentage } from "@/lib/analytics/dashboard";
import { listTopUrls } from "@/lib/analytics/top-urls";
import { MAX_VALUES_OF_LINK } from "@/lib/clicks/dimensions";
import { deleteClicks, enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { globalAnalyticsSchema } from "@/lib/stats/analytics-schema";
import { listClicks } from "@/lib/stats/clicks";
import { getGlobalAnalytics } from "@/lib/stats/global-analytics";
import { getUrlStats } from "@/lib/stats/queries";
import { listClicksSchema, urlStatsSchema } from "@/lib/stats/schema";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const NOW = Date.parse("2026-11-21T12:00:00Z");

let admin: Actor;

beforeEach(async () => {
  await deleteClicks();
  for (const table of ["short_urls", "groups", "users"]) await pool().query(`DELETE FROM ${table}`);
  Object.assign(env(), { TIME_ZONE: "UTC" });
  admin = await createUser({ role: "overall_admin" });
});

const create = async (actor: Actor, fields: object = {}): Promise<string> =>
  (await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", ...fields }))).id;

const ask = (query: object = {}, now = NOW) => getGlobalAnalytics(admin, globalAnalyticsSchema.parse(query), now);

describe("a period", () => {
  test.each([
    ["day", "2026-11-21", 1, 1],
    ["week", "2026-11-15", 7, 2],
    ["month", "2026-10-23", 30, 3],
    ["all", "2026-10-01", 52, 4],
    [undefined, "2026-10-01", 52, 4],
  ])("%s begins on %s and has %i days, with clicks or without", async (period, first, days, clicks) => {
    const url = await create(admin);
    await store(
      ["2026-11-21T00:00:00Z", "2026-11-15T00:00:00Z", "2026-10-23T00:00:00Z", "2026-10-01T08:00:00Z"].map((at) =>
        enrichedClick(url, at),
      ),
    );
    const { dailyClicks, totalClicks } = await ask({ period });
    const named = Object.keys(dailyClicks);
    expect([named[0], named.at(-1), named.length, totalClicks]).toEqual([first, "2026-11-21", days, clicks]);
  });

  test("consists of days in the installation's time zone", async () => {
    Object.assign(env(), { TIME_ZONE: "Pacific/Auckland" });
    const url = await create(admin);
    await store([enrichedClick(url, "2026-11-21T10:59:59Z"), enrichedClick(url, "2026-11-21T11:00:00Z")]);
    expect((await ask({ period: "day" })).dailyClicks).toEqual({ "2026-11-22": 1 });
    expect((await ask({ period: "day" }, Date.parse("2026-11-21T10:00:00Z"))).dailyClicks).toEqual({ "2026-11-21": 1 });
  });

  test("is overridden by days, either of which may be omitted", async () => {
    const url = await create(admin);
    await store([enrichedClick(url, "2026-11-01T00:00:00Z"), enrichedClick(url, "2026-11-20T00:00:00Z")]);
    const days = async (query: object) => Object.keys((await ask(query)).dailyClicks);
    expect(await days({ from: "2026-11-20", period: "all" })).toEqual(["2026-11-20", "2026-11-21"]);
    expect(await days({ to: "2026-11-02" })).toEqual(["2026-11-01", "2026-11-02"]);
    expect(await days({ from: "2026-02-28", to: "2026-03-01" })).toEqual(["2026-02-28", "2026-03-01"]);
  });

  test("that begins in the future, or ends before the first click, is the day that was asked for", async () => {
    await store([enrichedClick(await create(admin), "2026-11-20T10:00:00Z")]);
    expect((await ask({ from: "2026-12-31" })).dailyClicks).toEqual({ "2026-12-31": 0 });
    expect((await ask({ to: "2026-11-01" })).dailyClicks).toEqual({ "2026-11-01": 0 });
  });

  test("without clicks is today, and is never longer than ten years", async () => {
    expect((await ask()).dailyClicks).toEqual({ "2026-11-21": 0 });
    const url = await create(admin);
    await store([enrichedClick(url, "1999-01-01T00:00:00Z")]);
    expect(Object.keys((await ask()).dailyClicks)).toHaveLength(3_660);
  });
});

test("names come with the most frequent first, and unknown values as Unknown or Direct", async () => {
  const url = await create(admin);
  await store([
    enrichedClick(url, "2026-11-20T10:00:00Z", { os: "iOS", deviceType: "mobile", referrerHost: "news.example" }),
    enrichedClick(url, "2026-11-20T11:00:00Z", { os: "Linux", country: "AT", visitorHash: visitorNamed("a") }),
    enrichedClick(url, "2026-11-20T12:00:00Z", {
      os: "Linux",
      country: "AT",
      visitorHash: visitorNamed("a"),
      accessMethod: "qr",
    }),
    enrichedClick(url, "2026-11-20T12:00:00Z", { os: "Botnix", isBot: true }),
  ]);
  const people = await ask({ from: "2026-11-20", to: "2026-11-20" });
  expect(people).toEqual({
    totalClicks: 3,
    uniqueVisitors: 1,
    accessMethods: { qr: 1, direct: 2 },
    deviceTypes: { Unknown: 2, mobile: 1 },
    operatingSystems: { Linux: 2, iOS: 1 },
    browsers: { Unknown: 3 },
    referrers: { Direct: 2, "news.example": 1 },
    countries: { AT: 2, Unknown: 1 },
    dailyClicks: { "2026-11-20": 3 },
    botClicks: 1,
  });
  expect(Object.keys(people.operatingSystems)).toEqual(["Linux", "iOS"]);
  expect(await ask({ from: "2026-11-20", to: "2026-11-20", bots: "only" })).toMatchObject({
    totalClicks: 1,
    uniqueVisitors: 0,
    operatingSystems: { Botnix: 1 },
    botClicks: 1,
  });
});

test("a visitor counts once per link and day, and once per day for all links", async () => {
  const group = await createGroup(admin);
  const [one, other] = [await create(admin, { groupId: group }), await create(admin, { groupId: group })];
  const visit = (url: string, at: string) => enrichedClick(url, at, { visitorHash: visitorNamed("same") });
  await store([visit(one, "2026-11-20T10:00:00Z"), visit(one, "2026-11-20T11:00:00Z")]);
  await store([
    visit(one, "2026-11-20T12:00:00Z"),
    visit(other, "2026-11-20T12:00:00Z"),
    visit(one, "2026-11-21T09:00:00Z"),
  ]);
  const visitors = async (query: object) => (await ask(query)).uniqueVisitors;
  expect(await visitors({ url: one })).toBe(2);
  expect(await visitors({ url: other })).toBe(1);
  expect(await visitors({ group })).toBe(3);
  expect(await visitors({})).toBe(2);
});

test("made-up referrers only reach the limit of their link, and are stored as counted", async () => {
  const [flooded, other] = [await create(admin), await create(admin)];
  const flood = Array.from({ length: 3 * MAX_VALUES_OF_LINK }, (_, i) =>
    enrichedClick(flooded, "2026-11-20T10:00:00Z", { referrerHost: `made-up-${i}.example` }),
  );
  await store(flood.slice(0, 150));
  await store(flood.slice(150));
  await store([
    enrichedClick(flooded, "2026-11-20T11:00:00Z", { referrerHost: "made-up-7.example" }),
    enrichedClick(flooded, "2026-11-21T11:00:00Z", { referrerHost: "new-day.example" }),
    enrichedClick(other, "2026-11-20T11:00:00Z", { referrerHost: "news.example" }),
    enrichedClick(other, "2026-11-20T11:00:00Z", { referrerHost: `${"long.".repeat(60)}example` }),
  ]);
  const { referrers } = await ask({ url: flooded });
  expect(Object.keys(referrers)).toHaveLength(MAX_VALUES_OF_LINK + 2);
  expect(referrers).toMatchObject({ Other: 200, "made-up-7.example": 2, "new-day.example": 1 });
  expect((await ask({ url: other })).referrers).toEqual({ "news.example": 1, Other: 1 });
  const { rows } = await pool().query("SELECT count(*)::int FROM stored_clicks WHERE referrer_host = 'Other'");
  expect(rows[0].count).toBe(201);
});

test("200 names are listed and the rest is Other, of today and of earlier days, even when repeated", async () => {
  const urls = [await create(admin), await create(admin), await create(admin)];
  /** Each link has its 100 values; the first 10 of each link come twice. */
  const visitsOn = (day: string) =>
    urls.flatMap((url, link) =>
      Array.from({ length: 110 }, (_, i) =>
        enrichedClick(url, `${day}T10:00:00Z`, { referrerHost: `site-${link}-${i % 100}.example` }),
      ),
    );
  const referrersOf = async (period: string) => {
    const { referrers } = await ask({ period });
    const twice = Object.values(referrers).filter((count) => count > 1).length - 1;
    return { names: Object.keys(referrers).length, twice, other: referrers.Other };
  };
  await store(visitsOn("2026-11-20"));
  await store(visitsOn("2026-11-21"));
  expect(await referrersOf("day")).toEqual({ names: 201, twice: 30, other: 100 });
  expect(await referrersOf("week")).toEqual({ names: 201, twice: 200, other: 200 });
  await store([enrichedClick(urls[2] ?? "", "2026-11-21T11:00:00Z", { referrerHost: "site-2-99.example" })]);
  expect((await ask({ period: "day" })).referrers).toMatchObject({ "site-2-99.example": 2, Other: 100 });
  expect((await ask({ period: "week" })).referrers).toMatchObject({ "site-2-99.example": 3, Other: 200 });
  await store([enrichedClick(urls[2] ?? "", "2026-11-20T11:00:00Z", { referrerHost: "site-2-99.example" })]);
  expect((await ask({ period: "week" })).referrers).toMatchObject({ "site-2-99.example": 4, Other: 200 });
});

describe("permissions", () => {
  test("about all links, groups and any link: only an overall_admin", async () => {
    const manager = await createUser({ role: "group_admin" });
    const own = await create(manager);
    for (const query of [{}, { url: own }]) {
      await expect(getGlobalAnalytics(manager, globalAnalyticsSchema.parse(query))).rejects.toMatchObject({
        code: "forbidden",
      });
    }
    await expect(ask({ url: "0190a0a0-0000-7000-8000-000000000000" })).rejects.toMatchObject({ code: "not_found" });
    await expect(ask({ group: "0190a0a0-0000-7000-8000-000000000000" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("about a link: anyone who can see it", async () => {
    const [creator, member, stranger] = [await createUser(), await createUser(), await createUser()];
    const url = await create(creator, { groupId: await createGroup(creator, member) });
    const stats = urlStatsSchema.parse({ range: "all" });
    for (const actor of [creator, member, admin]) {
      expect((await getUrlStats(actor, url, stats)).clicks).toBe(0);
      expect((await listClicks(actor, url, listClicksSchema.parse({}))).items).toEqual([]);
    }
    for (const id of [url, "x"]) {
      await expect(getUrlStats(stranger, id, stats)).rejects.toMatchObject({ code: "not_found" });
      await expect(listClicks(stranger, id, listClicksSchema.parse({}))).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("the clicks of a link", () => {
  test("come newest first in pages, across months and within one millisecond", async () => {
    const url = await create(admin);
    const moments = [
      "2026-11-20T10:00:00Z",
      "2026-11-20T10:00:00Z",
      "2026-11-20T10:00:00Z",
      "2026-10-31T23:59:59.999Z",
      "2026-09-01T00:00:00Z",
    ];
    const clicks = moments.map((at, i) => enrichedClick(url, at, { isBot: i === 1 }));
    await store(clicks);
    await store([enrichedClick(await create(admin), "2026-11-20T10:00:00Z")]);
    const expected = [...clicks].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listClicks(admin, url, listClicksSchema.parse({ limit: 2, cursor, bots: "include" }));
      expect(page.total).toBe(5);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
    const people = await listClicks(admin, url, listClicksSchema.parse({}));
    expect(people.items.every(({ isBot }) => !isBot)).toBe(true);
    expect(people.total).toBe((await getUrlStats(admin, url, urlStatsSchema.parse({ range: "all" }))).clicks);
    expect([people.total, people.items.length]).toEqual([4, 4]);
    expect((await listClicks(admin, url, listClicksSchema.parse({ bots: "only" }))).items.map(({ id }) => id)).toEqual([
      clicks[1]?.id,
    ]);
  });

  test("have the documented fields", async () => {
    const url = await create(admin);
    const click = enrichedClick(url, "2026-11-20T10:00:00.123Z", {
      ip: "192.0.2.7",
      referer: "https://news.example/a",
      userAgent: "A browser",
      accessMethod: "qr",
      deviceType: "tablet",
      os: "iPadOS",
      browser: "Safari",
      referrerHost: "news.example",
      country: "AT",
      city: "Vienna, AT",
      language: "de",
      placement: "menu",
    });
    await store([click]);
    expect((await listClicks(admin, url, listClicksSchema.parse({}))).items).toEqual([
      {
        id: click.id,
        timestamp: "2026-11-20T10:00:00.123Z",
        ipAddress: "192.0.2.7",
        referer: "https://news.example/a",
        referrerHost: "news.example",
        userAgent: "A browser",
        accessMethod: "qr",
        deviceType: "tablet",
        os: "iPadOS",
        browser: "Safari",
        country: "AT",
        city: "Vienna, AT",
        language: "de",
        placement: "menu",
        isBot: false,
      },
    ]);
  });
});

describe("the dashboard", () => {
  test.each([
    [112, 100, "+12%"],
    [96, 100, "-4%"],
    [100, 100, "0%"],
    [997, 1000, "0%"],
    [1_000_000, 2_800, "+35,614%"],
    [0, 3, "-100%"],
    [2, 3, "-33%"],
    [5, 0, null],
  ])("%i after %i is %s", (last, before, text) => expect(percentage({ last, before })).toBe(text));

  test("sums up what the user can see, and compares the last 30 days with the 30 before", async () => {
    const [creator, member] = [await createUser(), await createUser()];
    const group = await createGroup(creator, member);
    const [alone, inGroup, foreign] = [
      await create(creator),
      await create(creator, { groupId: group }),
      await create(admin),
    ];
    const deleted = await create(creator);
    await prisma().shortUrl.update({ where: { id: deleted }, data: { status: "deleted" } });
    await prisma().user.update({ where: { id: creator.id }, data: { createdAt: new Date("2025-01-01") } });
    const joined = new Date(NOW - 45 * 86_400_000);
    for (let i = 0; i < 2; i++) {
      await prisma().user.update({ where: { id: (await createUser()).id }, data: { createdAt: joined } });
    }
    const some = (url: string, at: string, count: number, known: object = {}) =>
      store(Array.from({ length: count }, () => enrichedClick(url, at, known)));
    await some(alone, "2026-11-21T01:00:00Z", 3);
    await some(inGroup, "2026-10-23T00:00:00Z", 2, { accessMethod: "qr" });
    await some(inGroup, "2026-10-22T23:59:59Z", 4, { accessMethod: "qr" });
    await some(deleted, "2026-09-23T00:00:00Z", 6);
    await some(alone, "2026-09-22T23:59:59Z", 1);
    await some(foreign, "2026-11-21T01:00:00Z", 7, { isBot: true });
    await some(foreign, "2026-11-21T01:00:00Z", 9);
    expect(await getDashboardStats(creator, NOW)).toEqual({
      totalUrls: 2,
      totalClicks: 16,
      activeUsers: 2,
      qrScans: 6,
      changes: { totalUrls: null, totalClicks: "-50%", activeUsers: "+1", qrScans: "-50%" },
      compared: {
        totalUrls: { last: 3, before: 0 },
        totalClicks: { last: 5, before: 10 },
        activeUsers: { last: 1, before: 0 },
        qrScans: { last: 2, before: 4 },
      },
    });
    expect(await getDashboardStats(member, NOW)).toMatchObject({ totalUrls: 1, totalClicks: 6, qrScans: 6 });
    expect(await getDashboardStats(admin, NOW)).toMatchObject({
      totalUrls: 3,
      totalClicks: 25,
      activeUsers: 5,
      changes: { totalClicks: "+40%", activeUsers: "0" },
      compared: { activeUsers: { last: 2, before: 2 } },
    });
  });

  test("counts each visible link once when it compares, whether created or of a group, and deleted ones too", async () => {
    const [viewer, colleague] = [await createUser(), await createUser({ role: "group_admin" })];
    const group = await createGroup(viewer, colleague);
    const left = await createGroup(colleague);
    const add = async (createdById: string, groupId: string | null, days: number, status: "active" | "deleted") => {
      const id = uuidv7({ msecs: NOW - days * 86_400_000 });
      const data = { id, shortCode: unique("v"), originalUrl: "https://example.com/", createdById, groupId, status };
      await prisma().shortUrl.create({ data });
    };
    // From the last 30 days, from the 30 before, and from earlier ones: 1, 2 and 4 of each kind.
    for (const days of [1, 31, 31, 61, 61, 61, 61]) {
      for (const status of ["active", "deleted"] as const) {
        for (const groupId of [null, left, group]) {
          for (const { id } of [viewer, colleague]) await add(id, groupId, days, status);
        }
      }
    }
    // Of six kinds, the viewer sees their three and one of the colleague's, who sees all but one.
    const compared = { totalUrls: { last: 8, before: 16 } };
    expect(await getDashboardStats(viewer, NOW)).toMatchObject({ totalUrls: 28, compared });
    const more = { totalUrls: { last: 10, before: 20 } };
    expect(await getDashboardStats(colleague, NOW)).toMatchObject({ totalUrls: 35, compared: more });
    const all = { totalUrls: { last: 12, before: 24 } };
    expect(await getDashboardStats(admin, NOW)).toMatchObject({ totalUrls: 42, compared: all });
    const none = { totalUrls: { last: 0, before: 0 } };
    expect(await getDashboardStats(await createUser(), NOW)).toMatchObject({ totalUrls: 0, compared: none });
  });

  test("lists the most clicked links that the user can see, without deleted ones", async () => {
    const [creator, stranger] = [await createUser(), await createUser()];
    const urls: string[] = [];
    for (const count of [1, 5, 3]) {
      const url = await create(creator);
      urls.push(url);
      await store(Array.from({ length: count }, () => enrichedClick(url, "2026-11-20T10:00:00Z")));
    }
    const top = async (actor: Actor, limit = 2) => (await listTopUrls(actor, { limit })).map(({ id }) => id);
    expect(await top(creator)).toEqual([urls[1], urls[2]]);
    expect(await top(admin)).toEqual([urls[1], urls[2]]);
    expect(await top(stranger)).toEqual([]);
    await prisma().shortUrl.update({ where: { id: urls[1] ?? "" }, data: { status: "deleted" } });
    expect(await top(creator)).toEqual([urls[2], urls[0]]);
    expect(await listTopUrls(creator, { limit: 1 })).toEqual([
      {
        id: urls[2],
        shortCode: expect.any(String),
        shortUrl: expect.stringMatching(/^http.*\/\w+$/),
        originalUrl: "https://example.com/",
        status: "active",
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        clickCount: 3,
      },
    ]);
  });
});

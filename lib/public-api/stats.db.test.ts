import { enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { prisma } from "@/lib/db/prisma";
import { createCallerOf, createGroup, createUser } from "@/lib/db/testing/fixtures";
import { createApiUrl } from "@/lib/public-api/create-url";
import { getApiUrlStats } from "@/lib/public-api/queries";
import { createApiUrlSchema } from "@/lib/public-api/schema";
import { RECENT_CLICKS, urlStatsSchema } from "@/lib/public-api/types";

async function createOwnUrl() {
  const user = await createUser({ role: "group_admin" });
  const caller = await createCallerOf(user, await createGroup(user));
  const { url } = await createApiUrl(caller, createApiUrlSchema.parse({ url: "https://example.com/page" }));
  return { caller, id: url.id, shortCode: url.shortCode };
}

test("statistics contain all clicks, access methods and the last days, including those without clicks", async () => {
  const { caller, id, shortCode } = await createOwnUrl();
  await prisma().shortUrl.update({ where: { id }, data: { clickCount: 9n } });
  const day = (name: string, isBot: boolean, total: bigint, qr: bigint) =>
    ({ scope: "link", scopeId: id, day: new Date(name), isBot, total, qr }) as const;
  await prisma().clickDay.createMany({
    data: [day("2027-02-01", false, 4n, 3n), day("2027-03-01", false, 5n, 5n), day("2027-03-01", true, 7n, 1n)],
  });
  const now = new Date("2027-03-02T00:30:00Z");
  const stats = await getApiUrlStats(caller, shortCode, { days: 3 }, now.getTime());
  expect(stats).toMatchObject({ from: "2027-02-28", to: "2027-03-02", clicks: 5, scans: 5, bots: 7, marks: [] });
  expect(stats).toMatchObject({
    id,
    shortCode,
    clickCount: 9,
    accessMethods: { qr: 8, direct: 1 },
    daily: [
      { date: "2027-02-28", count: 0 },
      { date: "2027-03-01", count: 5 },
      { date: "2027-03-02", count: 0 },
    ],
  });
});

test("statistics contain the newest clicks that they count, with as much of an address as is stored", async () => {
  const { caller, id, shortCode } = await createOwnUrl();
  const clicks = Array.from({ length: RECENT_CLICKS + 2 }, (_, index) =>
    enrichedClick(id, `2027-03-01T10:00:${10 + index}.040Z`, {
      country: "AT",
      ip: index % 2 ? "203.0.113.0" : null,
      deviceType: "mobile",
      os: "iOS",
      browser: "Safari",
      userAgent: "A browser",
      referer: "https://news.example/story",
      referrerHost: "news.example",
      accessMethod: "qr",
      city: "Vienna, AT",
      language: "de",
      placement: "menu",
    }),
  );
  await store([
    ...clicks,
    enrichedClick(id, "2027-03-01T11:00:00Z", { country: "DE" }),
    enrichedClick(id, "2027-03-01T11:00:00Z", { country: "AT", isBot: true }),
    enrichedClick(id, "2027-02-20T11:00:00Z", { country: "AT" }),
  ]);
  const now = Date.parse("2027-03-02T00:30:00Z");
  const stats = await getApiUrlStats(caller, shortCode, { days: 3, filter: ["country:AT"] }, now);
  expect(urlStatsSchema.strict().safeParse(stats).error).toBeUndefined();
  const newest = clicks.reverse().slice(0, RECENT_CLICKS);
  expect(stats.recentClicks.map((click) => click.id)).toEqual(newest.map((click) => click.id));
  expect(stats.recentClicks[0]).toEqual({
    id: newest[0]?.id,
    timestamp: "2027-03-01T10:00:21.040Z",
    ipAddress: "203.0.113.0",
    referer: "https://news.example/story",
    referrerHost: "news.example",
    userAgent: "A browser",
    accessMethod: "qr",
    deviceType: "mobile",
    os: "iOS",
    browser: "Safari",
    country: "AT",
    city: "Vienna, AT",
    language: "de",
    placement: "menu",
  });
  expect(stats.recentClicks[1]?.ipAddress).toBeNull();
  const all = await getApiUrlStats(caller, shortCode, {}, now);
  expect(all.recentClicks.slice(0, 2).map(({ country }) => country)).toEqual(["DE", "AT"]);
});

import type { Actor } from "@/lib/actor";
import { randomToken } from "@/lib/auth/tokens";
import { enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import type { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { createShare } from "@/lib/shares/create";
import { countPasswordAttempt, MAX_WRONG_BY_CLIENT } from "@/lib/shares/password-limits";
import { revokeShare } from "@/lib/shares/revoke";
import { createShareSchema } from "@/lib/shares/schema";
import { unlockShare } from "@/lib/shares/unlock";
import { type Viewer, viewShare } from "@/lib/shares/view";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

const DESTINATION = "https://example.com/secret-campaign";
const PASSWORD = "correct horse";
const DAY_MS = 86_400_000;
type ReadCookie = Viewer["readCookie"];
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const viewerWith = (readCookie: ReadCookie): Viewer => ({ readCookie, userAgent: FIREFOX, isPrefetch: false });
const noCookie = viewerWith(() => undefined);
let clients = 0;
let visitors = 0;
/** A client that has not tried any password. */
const newIp = () => `198.51.100.${++clients}`;

async function share(actor: Actor, fields: object = {}, link: object = {}) {
  const url = await createUrl(actor, createUrlSchema.parse({ originalUrl: DESTINATION, ...link }));
  return { link: url, ...(await shareOf(actor, url.id, fields)) };
}

async function shareOf(actor: Actor, urlId: string, fields: object = {}) {
  const created = await createShare(actor, urlId, createShareSchema.parse(fields));
  return { share: created, token: created.url.split("/").at(-1) ?? "" };
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** A click with all fields known. */
const fullClick = (urlId: string, at: string) =>
  enrichedClick(urlId, at, {
    ip: "203.0.113.7",
    referer: "https://www.example.org/private/page?user=ann",
    userAgent: "Mozilla/5.0 (SecretAgent)",
    deviceType: "desktop",
    os: "Linux",
    browser: "Firefox",
    referrerHost: "example.org",
    country: "DE",
    city: "Wuppertal",
    language: "eo",
    placement: "flyer-in-the-lobby",
    visitorHash: visitorNamed(`visitor ${++visitors}`),
  });

const isShown = async (token: string, readCookie: ReadCookie = noCookie.readCookie) =>
  (await viewShare(token, undefined, viewerWith(readCookie)))?.isLocked === false;

async function statsOf(token: string, range?: unknown) {
  const view = await viewShare(token, range, noCookie);
  if (!view || view.isLocked) throw new Error("The page shows nothing");
  return view.stats;
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: AppError) => error.code,
  );

/** The cookies of a browser in which the password was entered. */
async function unlocked(token: string, password = PASSWORD) {
  const cookie = await unlockShare({ token, password }, newIp());
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(cookie) ?? [];
  return { cookie, value, readCookie: (asked: string) => (asked === name ? value : undefined) };
}

test("shows exactly these fields, without addresses, user agents, referrer URLs, people, ids or other links", async () => {
  const user = await createUser();
  const { link, token, share: created } = await share(user, { name: "For the board" });
  const other = await createUrl(user, createUrlSchema.parse({ originalUrl: "https://example.net/" }));
  await store([fullClick(link.id, daysAgo(1)), fullClick(link.id, daysAgo(2)), fullClick(other.id, daysAgo(1))]);
  const stats = await statsOf(token);
  expect(stats).toEqual({
    shortUrl: link.shortUrl,
    status: "active",
    originalUrl: null,
    range: "30d",
    ranges: ["7d", "30d"],
    from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    interval: "day",
    timeZone: "UTC",
    clicks: 2,
    visitors: 2,
    scans: 0,
    bots: 0,
    before: null,
    series: expect.any(Array),
    breakdowns: expect.any(Object),
  });
  expect(Object.keys(stats.breakdowns).sort()).toEqual(
    ["access", "browser", "country", "device", "os", "referrer", "weekday"].sort(),
  );
  expect(new Set(stats.series.flatMap((point) => Object.keys(point)))).toEqual(
    new Set(["start", "clicks", "visitors", "before"]),
  );
  expect(new Set(Object.values(stats.breakdowns).flatMap((values) => values.flatMap(Object.keys)))).toEqual(
    new Set(["name", "clicks"]),
  );
  expect(stats.breakdowns.referrer).toEqual([{ name: "example.org", clicks: 2 }]);
  const secrets = [
    "203.0.113",
    "SecretAgent",
    "private/page",
    "secret-campaign",
    "Wuppertal",
    "lobby",
    "For the board",
    "Test User",
  ];
  const ids = [user.id, user.email, link.id, other.shortCode, created.id];
  for (const secret of [...secrets, ...ids]) expect(JSON.stringify(stats)).not.toContain(secret);
});

test("shows the destination only if whoever shared it chose to", async () => {
  const { token } = await share(await createUser(), { showsDestination: true });
  expect((await statsOf(token)).originalUrl).toBe(DESTINATION);
});

test("shows days at least, even for a link that was first clicked today", async () => {
  const { link, token } = await share(await createUser(), { maxRange: "all" });
  await store([fullClick(link.id, new Date().toISOString())]);
  const stats = await statsOf(token, "all");
  expect([stats.interval, stats.clicks, stats.series.length]).toEqual(["day", 1, 1]);
  expect(stats.breakdowns.hour).toBeUndefined();
});

test.each([
  [6, false],
  [7, true],
])("with clicks on %i days, hours are shown: %p", async (days, isShown) => {
  const { link, token } = await share(await createUser());
  const clicks = Array.from({ length: days }, (_, day) => fullClick(link.id, daysAgo(day + 1)));
  await store([...clicks, fullClick(link.id, daysAgo(1))]);
  expect((await statsOf(token)).breakdowns.hour !== undefined).toBe(isShown);
});

test.each([
  ["7d", "all", "7d", 7, false],
  ["30d", "7d", "7d", 7, true],
  ["30d", "30d", "30d", 30, false],
  ["30d", "12m", "30d", 30, false],
  ["90d", undefined, "30d", 30, true],
  ["12m", "90d", "90d", 90, true],
  ["all", "90d", "90d", 90, true],
  ["all", ["7d", "all"], "30d", 30, true],
  ["all", "today", "30d", 30, true],
])(
  "of at most %s, %j shows %s: %d days, compared with the period before: %p",
  async (maxRange, asked, range, days, isCompared) => {
    const { link, token } = await share(await createUser(), { maxRange });
    await store([fullClick(link.id, daysAgo(days + 1))]);
    const stats = await statsOf(token, asked);
    expect([stats.range, stats.clicks]).toEqual([range, 0]);
    expect(Math.round((Date.parse(stats.to) - Date.parse(stats.from)) / DAY_MS) + 1).toBe(days);
    expect(stats.before?.clicks ?? null).toBe(isCompared ? 1 : null);
    expect(stats.series.some(({ before }) => before !== null)).toBe(isCompared);
  },
);

describe("a page is gone at once", () => {
  test("when it is revoked, even for those who have entered the password", async () => {
    const user = await createUser();
    const { link, share: created, token } = await share(user, { password: PASSWORD });
    const { readCookie } = await unlocked(token);
    expect(await isShown(token, readCookie)).toBe(true);
    await revokeShare(user, link.id, created.id);
    expect(await viewShare(token, undefined, viewerWith(readCookie))).toBeNull();
    expect(await outcome(unlockShare({ token, password: PASSWORD }, newIp()))).toBe("not_found");
  });

  test("when it has expired", async () => {
    const { share: created, token } = await share(await createUser());
    expect(await isShown(token)).toBe(true);
    await prisma().statShare.update({ where: { id: created.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await viewShare(token, undefined, noCookie)).toBeNull();
  });

  test("when the link is deleted; a paused one shows its status", async () => {
    const user = await createUser();
    const { link, token } = await share(user);
    await updateUrl(user, link.id, { status: "paused" });
    expect((await statsOf(token)).status).toBe("paused");
    await deleteUrl(user, link.id);
    expect(await viewShare(token, undefined, noCookie)).toBeNull();
    await updateUrl(user, link.id, { status: "active" });
    expect(await viewShare(token, undefined, noCookie)).toBeNull();
  });

  test.each([
    ["is paused", { status: "paused" as const }],
    ["is locked", { status: "locked" as const }],
    ["is deleted", { status: "deleted" as const }],
    ["is demoted", { role: "shortcode_admin" as const }],
  ])("when its creator %s, until that is undone", async (_name, change) => {
    const [owner, groupAdmin] = [await createUser(), await createUser({ role: "group_admin" })];
    const groupId = await createGroup(owner, groupAdmin);
    const { link } = await share(owner, {}, { groupId });
    const { token } = await shareOf(groupAdmin, link.id);
    expect(await isShown(token)).toBe(true);
    await prisma().user.update({ where: { id: groupAdmin.id }, data: change });
    expect(await viewShare(token, undefined, noCookie)).toBeNull();
    await prisma().user.update({ where: { id: groupAdmin.id }, data: { status: "active", role: "group_admin" } });
    expect(await isShown(token)).toBe(true);
  });

  test("when its creator leaves the group, or the link is moved out of it", async () => {
    const [owner, groupAdmin] = [await createUser(), await createUser({ role: "group_admin" })];
    const groupId = await createGroup(owner, groupAdmin);
    const { link, token: ownersToken } = await share(owner, {}, { groupId });
    const { token } = await shareOf(groupAdmin, link.id);
    await updateUrl(owner, link.id, { groupId: null });
    expect([await isShown(token), await isShown(ownersToken)]).toEqual([false, true]);
    await updateUrl(owner, link.id, { groupId });
    expect(await isShown(token)).toBe(true);
    await prisma().groupMembership.deleteMany({ where: { userId: groupAdmin.id } });
    expect([await isShown(token), await isShown(ownersToken)]).toEqual([false, true]);
  });
});

test.each([
  ["unknown", randomToken()],
  ["empty", ""],
  ["a NUL", "\0"],
  ["10 kB", "a".repeat(10_000)],
  ["percent-encoded", "%61%62"],
  ["a lone surrogate", "\ud800"],
  ["SQL", "' OR 1=1 --"],
])("a token that is %s shows nothing and opens nothing", async (_name, token) => {
  expect(await viewShare(token, undefined, noCookie)).toBeNull();
  expect(await outcome(unlockShare({ token, password: PASSWORD }, newIp()))).toBe("not_found");
});

describe("a page with a password", () => {
  test("shows nothing before it is entered, then for 12 hours in that browser, on that path", async () => {
    const { token } = await share(await createUser(), { password: PASSWORD });
    expect(await viewShare(token, undefined, noCookie)).toEqual({ isLocked: true });
    const { cookie, readCookie } = await unlocked(token);
    expect(cookie).toMatch(
      new RegExp(
        `^hop\\.share=\\d+\\.[\\w-]{43}; Path=/analytics/shared/${token}; Max-Age=43200; HttpOnly; SameSite=Lax$`,
      ),
    );
    expect(await isShown(token, readCookie)).toBe(true);
    jest.useFakeTimers({
      now: Date.now() + 12 * 3_600_000,
      doNotFake: ["nextTick", "setImmediate", "setTimeout", "setInterval", "queueMicrotask"],
    });
    expect(await viewShare(token, undefined, viewerWith(readCookie))).toEqual({ isLocked: true });
    jest.useRealTimers();
  });

  test("is not opened by a forged cookie, or by that of another page or an earlier password", async () => {
    const user = await createUser();
    const { share: created, token } = await share(user, { password: PASSWORD });
    const { token: otherToken } = await share(user, { password: PASSWORD });
    const { value: own = "", readCookie } = await unlocked(token);
    const { value: foreign = "" } = await unlocked(otherToken);
    const [expires = "", signature = ""] = own.split(".");
    const forged = [
      foreign,
      `${Number(expires) + 60}.${signature}`,
      `${expires}.`,
      `${expires}.${"A".repeat(43)}`,
      "",
      "Infinity.",
    ];
    for (const value of forged) expect(await isShown(token, () => value)).toBe(false);
    const { passwordHash } = await prisma().statShare.findFirstOrThrow({
      where: { id: { not: created.id }, passwordHash: { not: null } },
    });
    await prisma().statShare.update({ where: { id: created.id }, data: { passwordHash } });
    expect(await isShown(token, readCookie)).toBe(false);
  });

  test("refuses a wrong one, and a client that tries too many, but not others", async () => {
    const { share: created, token } = await share(await createUser(), { password: PASSWORD });
    const ip = newIp();
    expect(await outcome(unlockShare({ token, password: "wrong horse" }, ip))).toBe("forbidden");
    const attempts = Array.from({ length: MAX_WRONG_BY_CLIENT + 2 }, () =>
      outcome(countPasswordAttempt(created.id, ip)),
    );
    expect((await Promise.all(attempts)).filter((one) => one === "rate_limited")).toHaveLength(3);
    expect(await outcome(unlockShare({ token, password: PASSWORD }, ip))).toBe("rate_limited");
    expect(await outcome(unlockShare({ token, password: PASSWORD }, newIp()))).toBe("ok");
  });

  test("counts wrong ones by the /48 of an IPv6 client, who could not otherwise lock out all", async () => {
    const { share: created } = await share(await createUser(), { password: PASSWORD });
    const attempts = Array.from({ length: MAX_WRONG_BY_CLIENT + 1 }, (_, i) =>
      outcome(countPasswordAttempt(created.id, `2001:db8:7:${i}::1`)),
    );
    expect((await Promise.all(attempts)).filter((one) => one === "rate_limited")).toHaveLength(1);
    expect(await outcome(countPasswordAttempt(created.id, "2001:db8:8::1"))).toBe("ok");
  });

  test("can be opened with the right one any number of times from one address, such as an office's", async () => {
    const { share: created, token } = await share(await createUser(), { password: PASSWORD });
    const ip = newIp();
    for (let i = 1; i < MAX_WRONG_BY_CLIENT; i++) await countPasswordAttempt(created.id, ip);
    // Only one attempt is left.
    for (let i = 0; i < 3; i++) expect(await outcome(unlockShare({ token, password: PASSWORD }, ip))).toBe("ok");
  });

  test("one without a password can't be unlocked", async () => {
    const { token } = await share(await createUser());
    expect(await outcome(unlockShare({ token, password: PASSWORD }, newIp()))).toBe("not_found");
  });

  test("a refused one is logged without token and password", async () => {
    const { share: created, token } = await share(await createUser(), { password: PASSWORD });
    const warn = jest.spyOn(log, "warn").mockReturnValue(undefined);
    await outcome(unlockShare({ token, password: "wrong horse" }, newIp()));
    expect(warn.mock.calls).toEqual([
      [{ event: "share_password_refused", shareId: created.id }, "password of a shared page refused"],
    ]);
    warn.mockRestore();
  });
});

test("the last view is recorded to the hour, and only if something was shown", async () => {
  const { share: created, token } = await share(await createUser(), { password: PASSWORD });
  const lastViewedAt = async () =>
    (await prisma().statShare.findUniqueOrThrow({ where: { id: created.id } })).lastViewedAt?.toISOString();
  await viewShare(token, undefined, noCookie);
  expect(await lastViewedAt()).toBeUndefined();
  const { readCookie } = await unlocked(token);
  await viewShare(token, undefined, viewerWith(readCookie));
  const viewed = await lastViewedAt();
  expect(viewed).toMatch(/:00:00\.000Z$/);
  expect(Date.now() - Date.parse(viewed ?? "")).toBeLessThan(2 * 3_600_000);
  // By a clock that was ahead.
  await prisma().statShare.update({ where: { id: created.id }, data: { lastViewedAt: new Date("2040-01-01") } });
  await viewShare(token, undefined, viewerWith(readCookie));
  expect(Date.parse((await lastViewedAt()) ?? "")).toBeLessThan(Date.now());
});

test.each([
  ["a link-preview bot", { userAgent: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" }, false],
  ["no user agent", { userAgent: null }, false],
  ["a prefetch", { isPrefetch: true }, false],
  ["a browser", {}, true],
])("a view by %s (%j) is shown; recorded: %p", async (_name, viewer, isRecorded) => {
  const { share: created, token } = await share(await createUser());
  expect(await viewShare(token, undefined, { ...noCookie, ...viewer })).toMatchObject({ isLocked: false });
  const { lastViewedAt } = await prisma().statShare.findUniqueOrThrow({ where: { id: created.id } });
  expect(lastViewedAt !== null).toBe(isRecorded);
});

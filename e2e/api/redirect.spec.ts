import type pg from "pg";
import {
  type Answer,
  call,
  createUrl,
  expect,
  rawBytes,
  rawCall,
  type StoredUrl,
  type TestUser,
  test,
  uniqueCode,
} from "@/e2e/api/support";
import { untilServed } from "@/e2e/until-served";
import { shortestOf } from "@/lib/testing/stalls";

const DESTINATION = "https://example.com/landing?from=hop#part";
const PERSON =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
/** Visitors see a change within this time (promise B9). */
const STALENESS_MS = 1_000;

function visit(target: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return untilServed(
    () => rawCall(method, target, { headers: { "User-Agent": PERSON, ...headers } }),
    ({ status }) => status,
  );
}

type StoredClick = {
  access_method: string;
  is_bot: boolean;
  ip_address: string | null;
  referer: string | null;
  user_agent: string | null;
};

/** Waits until a link has `count` stored clicks and returns them, unordered. */
async function clicksOf(database: pg.Pool, { id }: StoredUrl, expected: number): Promise<StoredClick[]> {
  const read = async () =>
    (
      await database.query<StoredClick>(
        "SELECT access_method, is_bot, ip_address, referer, user_agent FROM stored_clicks WHERE url_id = $1",
        [id],
      )
    ).rows;
  await expect.poll(async () => (await read()).length).toBe(expected);
  return read();
}

async function countOf(database: pg.Pool, { id }: StoredUrl): Promise<number> {
  const { rows } = await database.query("SELECT click_count::int AS count FROM short_urls WHERE id = $1", [id]);
  return rows[0].count;
}

test("an active link redirects, whatever the case, trailing slash and query", async ({ request, createUser }) => {
  const { shortCode } = await createUrl(request, await createUser(), { originalUrl: DESTINATION });
  for (const target of [
    `/${shortCode}`,
    `/${shortCode.toUpperCase()}`,
    `/${shortCode.toLowerCase()}`,
    `/${shortCode}/`,
    `/${shortCode}?`,
    `/${shortCode}?qr=1`,
    `/${shortCode}?utm_source=x&url=https://evil.example/`,
    `/${shortCode}?originalUrl=https://evil.example/&destination=https://evil.example/`,
    `/${shortCode}?%zz`,
    `/${shortCode}?qr=1%0d%0aLocation:%20https://evil.example/`,
  ]) {
    const answer = await visit(target);
    expect(answer.status, target).toBe(302);
    expect(answer.headers.location, target).toBe(DESTINATION);
    expect(answer.headers["cache-control"], target).toBe("private, no-store");
    expect(answer.headers["set-cookie"], target).toBeUndefined();
    expect(answer.text, target).toBe("");
  }
});

test("a short URL that is encoded twice is not found, as nothing would limit its clicks", async ({
  request,
  createUser,
}) => {
  const { shortCode } = await createUrl(request, await createUser(), { originalUrl: DESTINATION });
  const [first = "", ...rest] = shortCode;
  const { status, headers } = await visit(`/%25${first.charCodeAt(0).toString(16)}${rest.join("")}`);
  expect([status, headers.location]).toEqual([404, undefined]);
});

test("no Host or forwarding header changes a redirect", async ({ request, createUser }) => {
  const user = await createUser();
  const active = await createUrl(request, user, { originalUrl: DESTINATION });
  const paused = await createUrl(request, user);
  await call(request, "PUT", `/api/urls/${paused.id}`, { user, body: { status: "paused" } });
  const poison = { Host: "evil.example", "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" };
  expect((await visit(`/${active.shortCode}`, poison)).headers.location).toBe(DESTINATION);
  await expect.poll(async () => (await visit(`/${paused.shortCode}`, poison)).headers.location).toBe("/paused");
});

for (const [status, noticeStatus] of [
  ["paused", 200],
  ["deleted", 410],
] as const) {
  test(`a ${status} link leads to its notice, and is not counted`, async ({ request, createUser, database }) => {
    const user = await createUser();
    const url = await createUrl(request, user);
    await call(request, "PUT", `/api/urls/${url.id}`, { user, body: { status } });
    await expect.poll(async () => (await visit(`/${url.shortCode}`)).headers.location).toBe(`/${status}`);
    const before = await countOf(database, url);
    const answer = await visit(`/${url.shortCode}?qr=1`);
    expect(answer.status).toBe(302);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect((await visit(`/${status}`)).status).toBe(noticeStatus);
    const other = await createUrl(request, user);
    await visit(`/${other.shortCode}`);
    await clicksOf(database, other, 1);
    expect(await countOf(database, url)).toBe(before);
  });
}

test("an unknown code is not found until its link is created", async ({ request, createUser }) => {
  const user = await createUser();
  const timeCreation = async () => {
    const shortCode = uniqueCode("later");
    for (let i = 0; i < 3; i++) {
      const answer = await visit(`/${shortCode}`);
      expect(answer.status).toBe(404);
      expect(answer.headers["content-type"]).toMatch(/^text\/html/);
      expect(answer.text).toContain("404 Page Not Found");
      expect(answer.text).toContain("Did you forget to add the page to the router?");
      expect(answer.text).not.toContain(shortCode);
    }
    await createUrl(request, user, { shortCode, originalUrl: DESTINATION });
    return timeUntil(`/${shortCode}`, DESTINATION);
  };
  expect(await shortestOf(4, STALENESS_MS, timeCreation)).toBeLessThan(STALENESS_MS);
});

test("HEAD answers like GET without a body", async ({ request, createUser }) => {
  const { shortCode } = await createUrl(request, await createUser(), { originalUrl: DESTINATION });
  const found = await visit(`/${shortCode}`, {}, "HEAD");
  expect([found.status, found.headers.location, found.text]).toEqual([302, DESTINATION, ""]);
  const unknown = await visit(`/${uniqueCode("none")}`, {}, "HEAD");
  expect([unknown.status, unknown.text]).toEqual([404, ""]);
});

test("people are counted; HEAD, bots, prefetches and clients without a user agent are not", async ({
  request,
  createUser,
  database,
}) => {
  const url = await createUrl(request, await createUser(), { originalUrl: DESTINATION });
  const bots: Record<string, string>[] = [
    { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    { "User-Agent": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)" },
    { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
    { "User-Agent": "curl/8.14.1" },
    { "User-Agent": "" },
    { "Sec-Purpose": "prefetch" },
    { "Sec-Purpose": "prefetch;prerender" },
    { Purpose: "prefetch" },
    { "X-Purpose": "preview" },
  ];
  for (const headers of bots) expect((await visit(`/${url.shortCode}`, headers)).headers.location).toBe(DESTINATION);
  const nameless = await rawBytes(`GET /${url.shortCode} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(nameless).toContain(DESTINATION);
  for (let i = 0; i < 3; i++) await visit(`/${url.shortCode}`, {}, "HEAD");
  await visit(`/${url.shortCode}`);
  await visit(`/${url.shortCode}?qr=1`);

  const clicks = await clicksOf(database, url, bots.length + 3);
  expect(clicks.filter(({ is_bot }) => !is_bot).map(({ user_agent }) => user_agent)).toEqual([PERSON, PERSON]);
  expect(await countOf(database, url)).toBe(2);
  const { rows } = await database.query(
    "SELECT dimension, value, count::int FROM click_rollups WHERE url_id = $1 AND dimension IN ('total', 'bot', 'access_method') ORDER BY dimension, value",
    [url.id],
  );
  expect(rows).toEqual([
    { dimension: "access_method", value: "direct", count: 1 },
    { dimension: "access_method", value: "qr", count: 1 },
    { dimension: "bot", value: "", count: bots.length + 1 },
    { dimension: "total", value: "", count: 2 },
  ]);
});

test("qr=1, the name of a placement and r=qr mark a visit by QR code, nothing else", async ({
  request,
  createUser,
  database,
}) => {
  const url = await createUrl(request, await createUser());
  const scans = ["?qr=1", "?a=b&qr=1", "?qr=1&a=b", "?qr=11", "?qr=unknown-place", "?r=qr"];
  const others = ["", "?qr=0", "?qr=Hall", "?qr", "?xqr=1", "?a=qr=1", "?QR=1", "?r=qrs"];
  for (const query of [...scans, ...others]) await visit(`/${url.shortCode}${query}`);
  const clicks = await clicksOf(database, url, scans.length + others.length);
  expect(clicks.filter(({ access_method }) => access_method === "qr")).toHaveLength(scans.length);
  expect(clicks.filter(({ access_method }) => access_method === "direct")).toHaveLength(others.length);
});

test("a forged client address is not stored", async ({ request, createUser, database }) => {
  const url = await createUrl(request, await createUser());
  const spoofed: Record<string, string>[] = [
    { "X-Forwarded-For": "6.6.6.6" },
    { "X-Forwarded-For": "6.6.6.6, 127.0.0.1" },
    { "X-Real-Ip": "6.6.6.6" },
    { Forwarded: "for=6.6.6.6" },
    { "X-Hop-Client-Ip": "6.6.6.6" },
    { "CF-Connecting-IP": "6.6.6.6" },
    { "True-Client-IP": "6.6.6.6" },
  ];
  for (const headers of spoofed) await visit(`/${url.shortCode}`, headers);
  const clicks = await clicksOf(database, url, spoofed.length);
  for (const { ip_address } of clicks) expect(ip_address).toBe("127.0.0.1");
});

test("markup in referrer and user agent is stored as text, and long values are truncated", async ({
  request,
  createUser,
  database,
}) => {
  const user = await createUser();
  const url = await createUrl(request, user);
  const script = "<script>alert(1)</script>";
  await visit(`/${url.shortCode}`, { "User-Agent": `${PERSON} ${script}`, Referer: `https://evil.example/${script}` });
  await visit(`/${url.shortCode}`, {
    "User-Agent": `${PERSON} ${"a".repeat(5_000)}`,
    Referer: `https://example.com/${"b".repeat(5_000)}`,
  });
  await visit(`/${url.shortCode}`, { Referer: "javascript:alert(1)" });
  await visit(`/${url.shortCode}`, { Referer: "'; DROP TABLE clicks;--" });
  await rawBytes(
    `GET /${url.shortCode} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${PERSON}\r\nReferer: \u00ff\u00fe\r\nConnection: close\r\n\r\n`,
  );

  const clicks = await clicksOf(database, url, 5);
  const agents = clicks.map(({ user_agent }) => user_agent);
  expect(agents).toContain(`${PERSON} ${script}`);
  expect(agents.filter((agent) => agent?.length === 512)).toHaveLength(1);
  const referers = clicks.map(({ referer }) => referer);
  expect(referers).toContain(`https://evil.example/${script}`);
  expect(referers).toContain("javascript:alert(1)");
  expect(referers).toContain("'; DROP TABLE clicks;--");
  expect(referers.filter((referer) => referer?.length === 1_024)).toHaveLength(1);
  expect(await countOf(database, url)).toBe(5);
  const list = await call(request, "GET", "/api/urls", { user });
  expect(list.headers["content-type"]).toMatch(/^application\/json/);
  expect(list.text).not.toContain("<script>");
});

/** Visits until the redirect leads to `location`. Returns the start time of the last visit that led elsewhere. */
async function timeUntil(target: string, location: string): Promise<number> {
  const started = performance.now();
  for (let last = 0; ; ) {
    const began = performance.now();
    if ((await visit(target)).headers.location === location) return last;
    last = began - started;
    expect(last, `${target} still does not lead to ${location}`).toBeLessThan(60_000);
  }
}

test("editing, pausing, activating and deleting reach visitors within a second", async ({ request, createUser }) => {
  const user: TestUser = await createUser();
  const timeChanges = async () => {
    const { id, shortCode } = await createUrl(request, user, { originalUrl: DESTINATION });
    const times: number[] = [];
    for (const [body, location] of [
      [{ originalUrl: "https://example.org/new" }, "https://example.org/new"],
      [{ status: "paused" }, "/paused"],
      [{ status: "active" }, "https://example.org/new"],
      [{ status: "deleted" }, "/deleted"],
    ] as const) {
      // Puts the link into the front's cache.
      await visit(`/${shortCode}`);
      await call(request, "PUT", `/api/urls/${id}`, { user, body });
      times.push(await timeUntil(`/${shortCode}`, location));
    }
    return Math.max(...times);
  };
  expect(await shortestOf(4, STALENESS_MS, timeChanges)).toBeLessThan(STALENESS_MS);
});

test("a hundred concurrent visits count as a hundred clicks", async ({ request, createUser, database }) => {
  const url = await createUrl(request, await createUser(), { originalUrl: DESTINATION });
  const answers = await Promise.all(Array.from({ length: 100 }, () => visit(`/${url.shortCode}`)));
  for (const { headers } of answers) expect(headers.location).toBe(DESTINATION);
  await clicksOf(database, url, 100);
  expect(await countOf(database, url)).toBe(100);
});

import { v7 as uuidv7 } from "uuid";
import { enrichClicks } from "@/lib/clicks/enrich";
import type { Click } from "@/lib/clicks/types";
import { removeOldSalts, saltsOf } from "@/lib/clicks/visitor-salts";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const NOON = Date.UTC(2026, 4, 31, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

const click = (differences: Partial<Click> = {}): Click => ({
  id: uuidv7(),
  urlId: uuidv7(),
  at: NOON,
  accessMethod: "direct",
  ip: "131.130.1.11",
  referer: "https://t.co/abc",
  userAgent: phone,
  country: null,
  language: null,
  placement: null,
  isPrefetch: false,
  ...differences,
});

const enrich = (...differences: Partial<Click>[]) => enrichClicks(pool(), differences.map(click));

test("derives device, system, browser, site, country and visitor of a click", async () => {
  expect(await enrich({})).toMatchObject([
    {
      isBot: false,
      deviceType: "mobile",
      os: "iOS",
      browser: "Safari",
      referrerHost: "x.com",
      country: "AT",
      visitorHash: expect.stringMatching(/^-?\d{1,19}$/),
    },
  ]);
});

test.each([
  ["a phone that fetches ahead", { isPrefetch: true }, { isBot: true, deviceType: "mobile", visitorHash: null }],
  ["no user agent", { userAgent: null }, { isBot: true, deviceType: null, visitorHash: null }],
  ["no address", { ip: null }, { ip: null, country: null, visitorHash: null }],
  ["a private address", { ip: "10.0.0.1" }, { country: null, visitorHash: expect.any(String) }],
  ["an address in another form", { ip: "::FFFF:131.130.1.11" }, { ip: "131.130.1.11", country: "AT" }],
  ["a proxy that knows the country", { country: "NZ" }, { country: "NZ" }],
  ["a proxy that does not", { country: "XX" }, { country: "AT" }],
  [
    "a site whose address is sent in UTF-8",
    { referer: Buffer.from("https://b\u00fccher.example/\u00e4").toString("latin1") },
    { referer: "https://b\u00fccher.example/\u00e4", referrerHost: "xn--bcher-kva.example" },
  ],
  [
    "an app that sends its name in UTF-8",
    { userAgent: Buffer.from(`${phone} Яндекс`).toString("latin1") },
    { userAgent: `${phone} Яндекс` },
  ],
  ["a visit from the own pages", { referer: "http://localhost:3000/urls" }, { referrerHost: null }],
])("%s", async (_name, differences, expected) => {
  expect(await enrich(differences)).toMatchObject([expected]);
});

test("a changed base URL is an own host after a minute, even when the clock is set back", async () => {
  const referer = "https://new.example/urls";
  expect(await enrich({ referer })).toMatchObject([{ referer, referrerHost: "new.example" }]);
  await pool().query("INSERT INTO settings VALUES ('base_url', 'https://new.example', now())");
  const [time, elapsed] = [Date.now(), performance.now()];
  jest.spyOn(Date, "now").mockReturnValue(time - 3_600_000);
  const monotonic = jest.spyOn(performance, "now").mockReturnValue(elapsed + 60_000);
  expect(await enrich({ referer })).toMatchObject([{ referer: "https://new.example/", referrerHost: null }]);
  await pool().query("DELETE FROM settings");
  monotonic.mockReturnValue(elapsed + 120_000);
  await enrich({ referer });
  jest.restoreAllMocks();
});

describe("IP_MODE", () => {
  afterEach(() => {
    env().IP_MODE = "full";
  });

  test.each([
    ["full", "131.130.1.11", "131.130.1.11"],
    ["truncated", "131.130.1.11", "131.130.1.0"],
    ["truncated", "2001:628:0:1::7", "2001:628::"],
    ["none", "131.130.1.11", null],
    ["none", "2001:628:0:1::7", null],
  ] as const)("with %s, %s is stored as %s, and its country and visitor are the same", async (mode, ip, stored) => {
    const [whole] = await enrich({ ip });
    env().IP_MODE = mode;
    const [kept] = await enrich({ ip });
    expect(kept).toEqual({ ...whole, id: kept?.id, urlId: kept?.urlId, ip: stored });
    expect(kept?.country).toBe("AT");
    const [neighbour] = await enrich({ ip: ip.replace(/.$/, "9") });
    expect(neighbour?.visitorHash).not.toBe(kept?.visitorHash);
  });
});

describe("a visitor", () => {
  test("is identified by address and user agent, across links and hours", async () => {
    const [first, again, elsewhere, other] = (
      await enrich({}, { at: NOON + 3_600_000 }, { ip: "131.130.1.12" }, { userAgent: `${phone} Chrome/1` })
    ).map(({ visitorHash }) => visitorHash);
    expect(again).toBe(first);
    expect(new Set([first, elsewhere, other]).size).toBe(3);
  });

  test("cannot be recognized the next day", async () => {
    const hashes = (await enrich({}, { at: NOON + DAY_MS })).map(({ visitorHash }) => visitorHash);
    expect(new Set(hashes).size).toBe(2);
  });
});

describe("the salts", () => {
  test("are 32 random bytes a day, created once by concurrent workers", async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => saltsOf(pool(), ["2026-01-02", "2026-01-03"])));
    const salts = asked.flatMap((salts) => [...salts.values()].map((salt) => salt.toString("hex")));
    expect(new Set(salts).size).toBe(2);
    expect(salts[0]).toHaveLength(64);
    const { rows } = await pool().query(
      "SELECT count(*)::int FROM visitor_salts WHERE day BETWEEN '2026-01-02' AND '2026-01-03'",
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  test("that are deleted stay in memory for an hour, even when the clock is set back", async () => {
    const salt = async () => (await saltsOf(pool(), ["2026-03-01"])).get("2026-03-01");
    const first = await salt();
    await pool().query("DELETE FROM visitor_salts WHERE day = '2026-03-01'");
    expect(await salt()).toEqual(first);
    const [time, elapsed] = [Date.now(), performance.now()];
    jest.spyOn(Date, "now").mockReturnValue(time - 2 * 3_600_000);
    jest.spyOn(performance, "now").mockReturnValue(elapsed + 3_600_000);
    expect(await salt()).not.toEqual(first);
    jest.restoreAllMocks();
  });

  test("are deleted after three days", async () => {
    await saltsOf(pool(), ["2026-02-01", "2026-02-02"]);
    await pool().query("UPDATE visitor_salts SET created_at = now() - interval '73 hours' WHERE day = '2026-02-01'");
    await removeOldSalts(pool());
    const { rows } = await pool().query(
      "SELECT day::text FROM visitor_salts WHERE day BETWEEN '2026-02-01' AND '2026-02-02'",
    );
    expect(rows).toEqual([{ day: "2026-02-02" }]);
  });

  test("are deleted if they were dated by a clock years ahead", async () => {
    await saltsOf(pool(), ["2026-03-01", "2026-03-02"]);
    await pool().query("UPDATE visitor_salts SET created_at = now() + interval '14 years' WHERE day = '2026-03-01'");
    await removeOldSalts(pool());
    const { rows } = await pool().query("SELECT day::text FROM visitor_salts WHERE day >= '2026-03-01' ORDER BY day");
    expect(rows.map(({ day }) => day)).not.toContain("2026-03-01");
    expect(rows.map(({ day }) => day)).toContain("2026-03-02");
  });
});

import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/actor";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { deleteClicks, enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { periodTopUrlsSchema } from "@/lib/stats/analytics-schema";
import { getPeriodTopUrls } from "@/lib/stats/top-urls";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const NOW = Date.parse("2026-11-21T12:00:00Z");

let admin: Actor;

afterEach(() => jest.restoreAllMocks());

beforeEach(async () => {
  await deleteClicks();
  await pool().query("DELETE FROM short_urls");
  Object.assign(env(), { TIME_ZONE: "UTC" });
  admin = await createUser({ role: "overall_admin" });
});

const create = async (shortCode: string): Promise<string> =>
  (await createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/", shortCode }))).id;

async function top(query: object, now = NOW): Promise<[total: number, ...links: string[]]> {
  const { totalClicks, urls } = await getPeriodTopUrls(admin, periodTopUrlsSchema.parse(query), now);
  return [totalClicks, ...urls.map(({ shortCode, clickCount }) => `${shortCode} ${clickCount}`)];
}

test.each(["shortcode_admin", "group_admin"] as const)("a %s is refused", async (role) => {
  const query = periodTopUrlsSchema.parse({});
  await expect(getPeriodTopUrls(await createUser({ role }), query, NOW)).rejects.toMatchObject({ code: "forbidden" });
});

test("the links with the most clicks of people in the period come first, deleted ones too", async () => {
  const [a, b, c] = [await create("a"), await create("b"), await create("c")];
  await create("unclicked");
  await store([
    ...["2026-11-21T10:00:00Z", "2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z"].map((at) => enrichedClick(a, at)),
    ...["2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z"].map((at) => enrichedClick(b, at)),
    ...["10", "11", "12", "13"].map((hour) => enrichedClick(c, `2026-11-01T${hour}:00:00Z`)),
    ...["14", "15"].map((hour) => enrichedClick(c, `2026-11-21T${hour}:00:00Z`, { isBot: true })),
  ]);
  await prisma().shortUrl.update({ where: { id: c }, data: { status: "deleted" } });
  expect(await top({ period: "day" })).toEqual([3, "b 2", "a 1"]);
  expect(await top({ period: "week" })).toEqual([5, "a 3", "b 2"]);
  expect(await top({ period: "month" })).toEqual([9, "c 4", "a 3", "b 2"]);
  expect(await top({ from: "2026-11-01", to: "2026-11-20" })).toEqual([6, "c 4", "a 2"]);
  expect(await top({})).toEqual([9, "c 4", "a 3", "b 2"]);
  // The total covers all links.
  expect(await top({ period: "month", limit: 1 })).toEqual([9, "c 4"]);
});

test("without clicks there are none", async () => {
  await create("unclicked");
  for (const period of ["day", "week", "month", "all"]) expect(await top({ period })).toEqual([0]);
});

describe("with more clicks than are compared for each call", () => {
  /** Some links are clicked every day, some only today, some only before. */
  const CLICKS =
    "(CASE WHEN n % 3 = 0 THEN n WHEN n % 3 = 1 AND ago = 0 THEN 50 * n WHEN n % 3 = 2 AND ago > 0 THEN 2 * n ELSE 0 END)";

  async function insertLinks(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => uuidv7());
    await pool().query(
      `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
       SELECT id, 'n' || n, 'https://example.com/', $2, now() FROM unnest($1::uuid[]) WITH ORDINALITY AS link (id, n)`,
      [ids, admin.id],
    );
    return ids;
  }

  async function insertMany(today: string): Promise<void> {
    const ids = await insertLinks(1_500);
    await pool().query(
      `INSERT INTO click_days (scope, scope_id, day, is_bot, total)
       SELECT 'link', id, $2::date - ago, false, ${CLICKS}
       FROM unnest($1::uuid[]) WITH ORDINALITY AS link (id, n), generate_series(0, 29) AS ago WHERE ${CLICKS} > 0`,
      [ids, today],
    );
    await pool().query(
      `INSERT INTO click_days (scope, scope_id, day, is_bot, total)
       SELECT 'all', $1, day, is_bot, sum(total) FROM click_days GROUP BY day, is_bot`,
      [ALL_LINKS],
    );
  }

  async function compareAll(today: string, days: number): Promise<string[]> {
    const { rows } = await pool().query<{ link: string }>(
      `SELECT short_code || ' ' || sum(total) AS link FROM click_days JOIN short_urls ON short_urls.id = scope_id
       WHERE day > $1::date - $2::int GROUP BY short_urls.id ORDER BY sum(total) DESC, short_urls.id DESC LIMIT 200`,
      [today, days],
    );
    return rows.map(({ link }) => link);
  }

  // Each case has its own day, since candidates are cached for some seconds.
  test.each([
    ["day", 1, "2026-11-21"],
    ["week", 7, "2026-11-22"],
    ["month", 30, "2026-11-23"],
  ])("for the %s, they are the same, and their numbers are current", async (period, days, today) => {
    const now = Date.parse(`${today}T12:00:00Z`);
    await insertMany(today);
    const [total, ...links] = await top({ period, limit: 200 }, now);
    expect(total).toBeGreaterThan(20_000);
    expect(links).toEqual(await compareAll(today, days));
    const [code, clicks] = links[0]?.split(" ") ?? [];
    const { id } = await prisma().shortUrl.findFirstOrThrow({ where: { shortCode: code ?? "" } });
    await store([enrichedClick(id, `${today}T10:00:00Z`)]);
    expect(await top({ period, limit: 1 }, now)).toEqual([total + 1, `${code} ${Number(clicks) + 1}`]);
  });

  test("bots' clicks are among them, but make no link a candidate", async () => {
    const today = "2026-11-24";
    const now = Date.parse(`${today}T12:00:00Z`);
    // Candidates are cached for some seconds.
    jest.spyOn(performance, "now").mockReturnValue(performance.now());
    const [a, b, c] = [await create("a"), await create("b"), await create("c")];
    await insertLinks(1_200);
    await pool().query(
      `INSERT INTO click_days (scope, scope_id, day, is_bot, total)
       SELECT 'link'::click_scope, id, $1::date, true, 20 FROM short_urls
       UNION ALL SELECT 'all', $2, $1::date, true, 24000`,
      [today, ALL_LINKS],
    );
    await store([a, a, b].map((id) => enrichedClick(id, `${today}T10:00:00Z`)));
    expect(await top({ period: "day" }, now)).toEqual([3, "a 2", "b 1"]);
    await store([enrichedClick(c, `${today}T11:00:00Z`)]);
    expect(await top({ period: "day" }, now)).toEqual([4, "a 2", "b 1"]);
  });
});

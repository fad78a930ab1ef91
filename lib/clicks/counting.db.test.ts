import { ALL_LINKS } from "@/lib/clicks/click-days";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { removeClicks } from "@/lib/clicks/remove";
import { deleteClicks, enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { forgetOldVisitors } from "@/lib/clicks/visitors";
import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/env";
import { exportSchema } from "@/lib/stats/analytics-schema";
import { exportCsv } from "@/lib/stats/click-export";
import { listClicks } from "@/lib/stats/clicks";
import { listClicksSchema } from "@/lib/stats/schema";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

const ZONES = ["UTC", "Europe/Berlin", "America/Santiago", "Asia/Kathmandu", "Pacific/Apia", "Atlantic/Azores"];

let admin: Awaited<ReturnType<typeof createUser>>;
/** Two in the first group, one in the second, one in none. The last two belong to another user. */
let links: [string, string, string, string];
let groups: [string, string];

const createLink = async (groupId: string | null, creator = admin) =>
  (await createUrl(creator, createUrlSchema.parse({ originalUrl: "https://example.com/", groupId }))).id;

beforeAll(async () => {
  admin = await createUser({ role: "overall_admin" });
  groups = [await createGroup(admin), await createGroup(admin)];
});

beforeEach(async () => {
  await clear();
  Object.assign(env(), { TIME_ZONE: "UTC" });
  const [first, second] = groups;
  const other = await createUser({ role: "overall_admin" });
  links = [
    await createLink(first),
    await createLink(first),
    await createLink(second, other),
    await createLink(null, other),
  ];
});

async function clear(): Promise<void> {
  await deleteClicks();
  await pool().query("UPDATE short_urls SET click_count = 0");
}

/** Everything that is counted. */
async function counts() {
  return {
    days: await queryRows(
      pool(),
      sql`SELECT scope_id, scope, day::text, is_bot, total::int, qr::int, visitors::int, counts::jsonb
          FROM click_days ORDER BY scope_id, day, is_bot`,
    ),
    counters: await queryRows(
      pool(),
      sql`SELECT id, click_count::int FROM short_urls WHERE id = ANY (${links}::uuid[]) ORDER BY id`,
    ),
  };
}

const visitors = () => queryRows(pool(), sql`SELECT day::text, visitor FROM click_visitors ORDER BY day, visitor`);

const remove = (clicks: EnrichedClick[]) =>
  inTransaction(pool(), (client) =>
    removeClicks(
      client,
      clicks.map(({ id, urlId, at }) => ({ id, urlId, occurredAt: new Date(at) })),
    ),
  );

/** Clicks that differ in every counted property, around midnight in each zone and the change of clocks in Berlin. */
function someClicks(): EnrichedClick[] {
  const [a, b, c, d] = links;
  const alice = {
    visitorHash: visitorNamed("alice"),
    deviceType: "mobile",
    os: "iOS",
    browser: "Safari",
    country: "DE",
    city: "Berlin, DE",
    language: "de",
    placement: "menu",
  } as const;
  const bob = {
    visitorHash: visitorNamed("bob"),
    deviceType: "desktop",
    os: "Linux",
    browser: "A:B",
    language: "en",
  } as const;
  const odd = {
    visitorHash: visitorNamed("eve"),
    os: "",
    browser: "__proto__",
    referrerHost: "constructor",
    country: "AT",
    placement: "poster-hall-3",
    city: 'Sankt Pölten: "Zentrum", AT',
    language: "gsw",
  };
  return [
    enrichedClick(a, "2026-10-24T21:30:00Z", alice),
    enrichedClick(a, "2026-10-24T22:30:00Z", { ...alice, accessMethod: "qr" }),
    enrichedClick(a, "2026-10-25T00:30:00Z", alice),
    enrichedClick(b, "2026-10-25T01:30:00Z", { ...alice, referrerHost: "news.example" }),
    enrichedClick(b, "2026-10-25T22:30:00Z", bob),
    enrichedClick(b, "2026-10-25T23:30:00Z", bob),
    enrichedClick(c, "2026-10-25T09:59:00Z", { ...bob, accessMethod: "qr" }),
    enrichedClick(c, "2026-10-25T10:00:00Z", odd),
    enrichedClick(c, "2026-10-25T10:01:00Z", { isBot: true, os: "Linux", country: "US" }),
    enrichedClick(d, "2026-10-25T18:14:00Z", odd),
    enrichedClick(d, "2026-10-25T18:16:00Z"),
    enrichedClick(d, "2026-10-26T03:30:00Z", { isBot: true, accessMethod: "qr" }),
  ];
}

describe.each(ZONES)("in the time zone %s", (TIME_ZONE) => {
  beforeEach(() => Object.assign(env(), { TIME_ZONE }));

  test("storing, rebuilding, and removing all others give the same counts", async () => {
    const clicks = someClicks();
    await store(clicks);
    const stored = { counts: await counts(), visitors: await visitors() };
    expect(stored.counts.days.find((day) => day.scope_id === ALL_LINKS)).toBeDefined();
    for (const scope of ["link", "group", "user", "all"]) {
      const names = stored.counts.days.filter((day) => day.scope === scope).flatMap((day) => Object.keys(day.counts));
      expect(names).toEqual(expect.arrayContaining(["city:Berlin, DE", "language:de"]));
      expect(names.includes("placement:menu")).toBe(scope === "link");
    }

    await rebuildRollups(pool());
    expect(await counts()).toEqual(stored.counts);

    await clear();
    // The same visitors and values again, and some new ones, on the same days and on others.
    const others = [
      ...someClicks(),
      ...someClicks().map((click) => ({
        ...click,
        visitorHash: click.isBot ? null : visitorNamed("mallory"),
        country: "FR",
        city: click.city && "Lyon, FR",
        language: "fr",
      })),
      ...someClicks().map((click) => ({ ...click, at: click.at + 7 * 24 * 60 * 60 * 1000 })),
    ];
    await store([...clicks, ...others]);
    expect(await counts()).not.toEqual(stored.counts);
    expect(await remove(others)).toBe(others.length);
    expect({ counts: await counts(), visitors: await visitors() }).toEqual(stored);
    expect(await remove(others)).toBe(0);
    expect(await counts()).toEqual(stored.counts);
  });

  test("counts of all clicks removed are gone", async () => {
    const clicks = someClicks();
    await store(clicks);
    await remove(clicks);
    expect((await counts()).days).toEqual([]);
    expect(await visitors()).toEqual([]);
  });
});

test("a click that arrives twice, in one batch or from two concurrent drains, counts once", async () => {
  const clicks = someClicks();
  await Promise.all([store([...clicks, ...clicks.slice(3)]), store(clicks.slice(0, 6)), store(clicks.slice(4))]);
  const stored = await counts();
  await rebuildRollups(pool());
  expect(await counts()).toEqual(stored);
  expect(stored.days.filter(({ scope }) => scope === "all").reduce((sum, { total }) => sum + total, 0)).toBe(12);
});

test("a link moved to another group while clicks are stored takes all its counts with it", async () => {
  const clicks = someClicks();
  await store(clicks.slice(0, 6));
  await Promise.all([
    updateUrl(admin, links[0], { groupId: groups[1] }),
    updateUrl(admin, links[2], { groupId: null }),
    updateUrl(admin, links[3], { groupId: groups[0] }),
    store(clicks.slice(6)),
  ]);
  const moved = await counts();
  await rebuildRollups(pool());
  expect(await counts()).toEqual(moved);
});

test("visitors of old days are gathered again for late clicks and removals", async () => {
  const clicks = someClicks();
  await store(clicks);
  const stored = await counts();
  const late = clicks
    .slice(0, 5)
    .map((click, index) => ({ ...click, id: enrichedClick("", "2026-01-01").id, at: click.at + index }));
  await forgetOldVisitors(pool(), Date.UTC(2040, 0));
  await store(late);
  await forgetOldVisitors(pool(), Date.UTC(2040, 0));
  await remove(late);
  expect(await counts()).toEqual(stored);
});

test("visitors of old days that only the previous version has loaded are forgotten", async () => {
  await pool().query("INSERT INTO click_visitor_days VALUES ('2026-03-01')");
  await pool().query("INSERT INTO click_visitors (day, visitor) VALUES ('2026-03-01', gen_random_uuid())");
  await forgetOldVisitors(pool(), Date.UTC(2040, 0));
  const { rows } = await pool().query("SELECT day FROM click_visitor_days UNION ALL SELECT day FROM click_visitors");
  expect(rows).toEqual([]);
});

test.each([
  [
    "Europe/Berlin",
    ["2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T22:30:00Z"],
    ["2026-10-24T21:59:59Z", "2026-10-25T12:00:00Z", "2026-10-25T23:00:00Z"],
  ],
  // Midnight comes twice.
  [
    "Atlantic/Azores",
    ["2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-26T00:30:00Z"],
    ["2026-10-24T23:59:59Z", "2026-10-25T12:00:00Z", "2026-10-26T01:00:00Z"],
  ],
])(
  "on the day when clocks go back in %s, its 25 hours survive rebuilding and removal and are in its lists",
  async (TIME_ZONE, times, otherTimes) => {
    Object.assign(env(), { TIME_ZONE });
    const [link] = links;
    const ofDay = times.map((at, index) => enrichedClick(link, at, { visitorHash: visitorNamed(`visitor ${index}`) }));
    const others = otherTimes.map((at) => enrichedClick(link, at, { visitorHash: visitorNamed("other") }));
    const total = async (day: string) => {
      const [row] = await queryRows(
        pool(),
        sql`SELECT total::int, visitors::int FROM click_days WHERE scope_id = ${link} AND day = ${day}`,
      );
      return row;
    };
    await store([...ofDay, ...others]);
    expect(await total("2026-10-25")).toEqual({ total: 5, visitors: 5 });
    await rebuildRollups(pool());
    expect(await total("2026-10-25")).toEqual({ total: 5, visitors: 5 });
    await remove(others);
    expect(await total("2026-10-25")).toEqual({ total: 4, visitors: 4 });
    expect(await total("2026-10-24")).toBeUndefined();
    expect(await total("2026-10-26")).toBeUndefined();

    const day = "2026-10-25";
    const query = exportSchema.parse({ url: link, from: day, to: day });
    const { content } = await exportCsv(admin, query);
    const lines = (await content.setEncoding("utf8").toArray()).join("").trimEnd().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[0])).toEqual(times.map((at) => at.replace("Z", ".000Z")).reverse());

    for (const filter of [[], ["access:direct"]]) {
      const clicks = await listClicks(admin, link, listClicksSchema.parse({ from: day, to: day, filter }));
      expect(clicks.items.map(({ id }) => id)).toEqual(ofDay.map(({ id }) => id).reverse());
    }
  },
);

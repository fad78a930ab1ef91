import { dropOldPartitions } from "@/lib/clicks/partitions";
import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { deleteClicks, enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { forgetOldVisitors } from "@/lib/clicks/visitors";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { checkCountedZone } from "@/lib/settings/counted-zone";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

let url: string;

beforeEach(async () => {
  await deleteClicks();
  await pool().query("DELETE FROM settings");
  Object.assign(env(), { TIME_ZONE: "UTC" });
  const link = await createUrl(await createUser(), createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  url = link.id;
});

async function days(): Promise<[day: string, total: number, visitors: number][]> {
  const { rows } = await pool().query(
    "SELECT day::text, total::int, visitors::int FROM click_days WHERE scope_id = $1 AND NOT is_bot ORDER BY day",
    [url],
  );
  return rows.map(({ day, total, visitors }) => [day, total, visitors]);
}

async function counter(): Promise<number> {
  const { rows } = await pool().query("SELECT click_count::int AS count FROM short_urls WHERE id = $1", [url]);
  return rows[0].count;
}

const visit = (at: string, visitor: string | null = null) =>
  enrichedClick(url, at, { visitorHash: visitor && visitorNamed(visitor) });

test("corrects wrong counts and the link's counter", async () => {
  await store([
    visit("2026-05-01T10:00:00Z", "a"),
    visit("2026-05-02T10:00:00Z", "a"),
    visit("2026-05-02T11:00:00Z", "b"),
  ]);
  const right = await days();
  await pool().query("UPDATE click_days SET total = 77, visitors = 5 WHERE day = '2026-05-02'");
  await pool().query(
    "INSERT INTO click_days (scope, scope_id, day, is_bot, total) VALUES ('link', $1, '2026-05-03', false, 9)",
    [url],
  );
  await pool().query("UPDATE short_urls SET click_count = 1 WHERE id = $1", [url]);
  expect(await rebuildRollups(pool())).toEqual({ days: 3, kept: 0, counters: 1 });
  expect(await days()).toEqual(right);
  expect(await counter()).toBe(3);
  expect(await rebuildRollups(pool())).toEqual({ days: 2, kept: 0, counters: 0 });
  const { rows } = await pool().query(
    "SELECT actor_label, after FROM audit_entries WHERE action = 'click.rebuild' ORDER BY id",
  );
  expect(rows).toEqual([
    { actor_label: "Operator", after: { days: 3 } },
    { actor_label: "Operator", after: { days: 2 } },
  ]);
});

test("passes over days without clicks, such as those since 1970, where a wrong clock was", async () => {
  await store([visit("1970-01-01T10:00:00Z"), visit("2026-05-02T10:00:00Z")]);
  const right = await days();
  expect(await rebuildRollups(pool())).toMatchObject({ days: 2, kept: 0 });
  expect(await days()).toEqual(right);
});

test("keeps days whose clicks were removed by retention, and the first partly removed one", async () => {
  await store([
    visit("2026-04-30T10:00:00Z"),
    visit("2026-05-01T01:00:00Z"),
    visit("2026-05-01T23:00:00Z"),
    visit("2026-05-02T10:00:00Z"),
  ]);
  const before = await days();
  await pool().query("DELETE FROM visits WHERE occurred_at < '2026-05-01T12:00:00Z'");
  await pool().query("UPDATE click_days SET total = 5 WHERE day = '2026-05-02'");
  expect(await rebuildRollups(pool())).toMatchObject({ days: 1, kept: 1 });
  expect(await days()).toEqual(before);
  expect(await counter()).toBe(4);
});

test("keeps the days of months that retention removed, although an older click came later", async () => {
  await store(["2026-03-30", "2026-04-10", "2026-05-10", "2026-06-10"].map((day) => visit(`${day}T10:00:00Z`)));
  await dropOldPartitions(pool(), 30, "2026-07-05T00:00:00Z");
  await store([visit("2026-03-30T11:00:00Z")]);
  const before = await days();
  expect(before.map(([day]) => day)).toEqual(["2026-03-30", "2026-04-10", "2026-05-10", "2026-06-10"]);
  expect(await rebuildRollups(pool())).toMatchObject({ days: expect.any(Number), kept: 3 });
  expect(await days()).toEqual(before);
  expect(await counter()).toBe(5);
});

test("moves counts to the days of a new time zone", async () => {
  await store([visit("2026-05-01T23:30:00Z", "a"), visit("2026-05-02T10:00:00Z", "a")]);
  expect(await days()).toEqual([
    ["2026-05-01", 1, 1],
    ["2026-05-02", 1, 1],
  ]);
  await checkCountedZone();
  Object.assign(env(), { TIME_ZONE: "Europe/Vienna" });
  const warn = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  await checkCountedZone();
  await rebuildRollups(pool());
  await checkCountedZone();
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
  expect(await days()).toEqual([["2026-05-02", 2, 1]]);
});

test("counts clicks stored during the rebuild once", async () => {
  await store(Array.from({ length: 20 }, (_, i) => visit(`2026-05-${String(i + 1).padStart(2, "0")}T10:00:00Z`, "a")));
  let isOver = false;
  let stored = 20;
  const storing = (async () => {
    for (; !isOver; stored++) {
      await store([visit(`2026-05-${String((stored % 20) + 1).padStart(2, "0")}T11:00:00Z`, `v${stored}`)]);
    }
  })();
  for (let i = 0; i < 3 || stored <= 22; i++) await rebuildRollups(pool());
  isOver = true;
  await storing;
  expect(stored).toBeGreaterThan(22);
  const counted = await days();
  expect(counted.reduce((sum, [, total]) => sum + total, 0)).toBe(stored);
  expect(counted.reduce((sum, [, , visitors]) => sum + visitors, 0)).toBe(stored);
  expect(await counter()).toBe(stored);
});

test("a visitor whose click comes late from a spool is not counted twice", async () => {
  await store([visit("2026-05-01T10:00:00Z", "a")]);
  await forgetOldVisitors(pool());
  const { rows } = await pool().query("SELECT count(*)::int FROM click_visitors");
  expect(rows[0].count).toBe(0);
  await store([visit("2026-05-01T11:00:00Z", "a"), visit("2026-05-01T12:00:00Z", "b")]);
  expect(await days()).toEqual([["2026-05-01", 3, 2]]);
});

test("visitors that the previous version has loaded are loaded again by it", async () => {
  await store([visit("2026-05-01T10:00:00Z", "a")]);
  await pool().query("INSERT INTO click_visitor_days VALUES ('2026-05-01'), ('2026-06-01')");
  await rebuildRollups(pool());
  const { rows } = await pool().query("SELECT day::text FROM click_visitor_days");
  expect(rows).toEqual([{ day: "2026-06-01" }]);
});

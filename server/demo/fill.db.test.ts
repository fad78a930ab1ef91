import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { pool } from "@/lib/db/pool";
import { designSchema } from "@/lib/qr/design";
import { isReservedCode } from "@/lib/urls/reserved-codes";
import { createFirstAdmin } from "@/lib/users/create-first-admin";
import { assertDatabaseEmpty, fillDemo } from "@/server/demo/fill";

const NOW = Date.UTC(2026, 10, 21, 15);
const CLICKS = 6_000;

async function ask<T>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await pool().query(sql, values)).rows;
}

beforeAll(async () => {
  await createFirstAdmin(pool(), "admin@example.com");
  await expect(assertDatabaseEmpty(pool())).resolves.toBeUndefined();
  await fillDemo(pool(), { now: NOW, clicks: CLICKS });
});

test("it is an organisation with users of every role and status, groups and a few hundred links", async () => {
  const [roles] = await ask(
    "SELECT array_agg(DISTINCT role::text) AS roles, array_agg(DISTINCT status::text) AS statuses FROM users",
  );
  expect(roles).toEqual({
    roles: ["group_admin", "overall_admin", "shortcode_admin"],
    statuses: ["active", "deleted", "locked", "paused"],
  });
  const [counts] = await ask<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM groups) AS groups,
            (SELECT count(*)::int FROM group_memberships) AS members, (SELECT count(*)::int FROM short_urls) AS links,
            (SELECT count(*)::int FROM api_keys) AS keys`,
  );
  expect(counts).toEqual({ users: 24, groups: 6, members: 26, links: expect.any(Number), keys: 6 });
  expect(counts?.links).toBeGreaterThan(200);
});

test("nothing in it exists: hosts and addresses are reserved ones", async () => {
  const destinations = await ask<{ url: string }>("SELECT original_url AS url FROM short_urls");
  expect(destinations.filter(({ url }) => !new URL(url).hostname.endsWith(".example"))).toEqual([]);
  const emails = await ask<{ email: string }>("SELECT email FROM users");
  expect(emails.filter(({ email }) => !/@(northwind\.example|example\.com)$/.test(email))).toEqual([]);
  const strangers = await ask(
    `SELECT ip_address FROM stored_clicks WHERE NOT (ip_address::inet <<= '100.64.0.0/10' OR ip_address::inet <<= '198.18.0.0/15'
                                              OR ip_address::inet <<= '2001:db8::/32')`,
  );
  expect(strangers).toEqual([]);
});

test("it obeys the same rules as the commands", async () => {
  const above = await ask(
    `SELECT email FROM users WHERE url_limit <
       (SELECT count(*) FROM short_urls WHERE created_by_id = users.id AND status = 'active')`,
  );
  expect(above).toEqual([]);
  const codes = await ask<{ code: string }>("SELECT short_code AS code FROM short_urls");
  expect(codes.filter(({ code }) => isReservedCode(code))).toEqual([]);
  const strangers = await ask(
    `SELECT short_code FROM short_urls WHERE group_id IS NOT NULL AND NOT EXISTS
       (SELECT FROM group_memberships WHERE user_id = created_by_id AND group_memberships.group_id = short_urls.group_id)`,
  );
  expect(strangers).toEqual([]);
});

test("the audit log has each user, group, link and key, with past dates", async () => {
  const rows = await ask(
    `SELECT action, count(*)::int FROM audit_entries WHERE action LIKE '%.create' AND occurred_at <= $1 GROUP BY 1 ORDER BY 1`,
    new Date(NOW),
  );
  const [links] = await ask<{ count: number }>("SELECT count(*)::int FROM short_urls");
  expect(rows).toEqual([
    { action: "api_key.create", count: 6 },
    { action: "group.create", count: 6 },
    { action: "qr_template.create", count: 3 },
    { action: "short_url.create", count: links?.count },
    { action: "user.create", count: 22 },
  ]);
  expect(await ask("SELECT FROM audit_entries WHERE before = 'null' OR after = 'null'")).toEqual([]);
});

describe("its clicks", () => {
  test("are from the last 90 days, while their link existed", async () => {
    const [told] = await ask<{ first: Date; last: Date; count: number }>(
      "SELECT min(occurred_at) AS first, max(occurred_at) AS last, count(*)::int FROM stored_clicks",
    );
    expect(told?.count).toBeGreaterThan(CLICKS * 0.8);
    expect(told?.count).toBeLessThan(CLICKS * 1.2);
    expect(told?.last.getTime()).toBeLessThanOrEqual(NOW);
    expect(told?.first.getTime()).toBeGreaterThan(NOW - 91 * 24 * 3_600_000);
    const early = await ask(
      "SELECT FROM stored_clicks JOIN short_urls ON short_urls.id = url_id WHERE occurred_at < short_urls.created_at",
    );
    expect(early).toEqual([]);
    const late = await ask(
      "SELECT FROM stored_clicks JOIN short_urls ON short_urls.id = url_id WHERE status <> 'active' AND occurred_at > updated_at",
    );
    expect(late).toEqual([]);
  });

  test("are counted like the drain does", async () => {
    const wrong = await ask(
      `SELECT short_code FROM short_urls
       WHERE click_count <> (SELECT count(*) FROM stored_clicks WHERE url_id = short_urls.id AND NOT is_bot)
          OR click_count <> (SELECT coalesce(sum(count), 0) FROM click_rollups
                             WHERE url_id = short_urls.id AND dimension = 'total')`,
    );
    expect(wrong).toEqual([]);
    const { days, counters } = await rebuildRollups(pool());
    expect(days).toBeGreaterThanOrEqual(90);
    expect(counters).toBe(0);
  });

  test("are of many devices, browsers, countries and sites, by QR code too, and of some bots", async () => {
    const [told] = await ask<Record<string, number>>(
      `SELECT count(DISTINCT device_type)::int AS devices, count(DISTINCT browser)::int AS browsers,
              count(DISTINCT country)::int AS countries, count(DISTINCT referrer_host)::int AS sites,
              count(DISTINCT visitor)::int AS visitors,
              avg((access_method = 'qr')::int) AS qr, avg(is_bot::int) AS bots FROM stored_clicks`,
    );
    expect(told?.devices).toBeGreaterThanOrEqual(3);
    expect(told?.browsers).toBeGreaterThanOrEqual(8);
    expect(told?.countries).toBeGreaterThanOrEqual(15);
    expect(told?.sites).toBeGreaterThanOrEqual(12);
    expect(told?.visitors).toBeGreaterThan(CLICKS / 2);
    expect(Number(told?.qr)).toBeGreaterThan(0.1);
    expect(Number(told?.bots)).toBeGreaterThan(0.03);
  });
});

test("some QR codes have designs and placements, by which scans are counted", async () => {
  const designs = await ask<{ design: unknown }>(
    "SELECT design FROM qr_templates UNION ALL SELECT design FROM qr_designs WHERE design IS NOT NULL",
  );
  expect(designs.length).toBeGreaterThanOrEqual(3);
  for (const { design } of designs) expect(designSchema.parse(design)).toEqual(design);
  const strange = await ask(
    `SELECT FROM stored_clicks WHERE placement IS NOT NULL
       AND NOT EXISTS (SELECT FROM qr_placements WHERE qr_placements.url_id = stored_clicks.url_id AND name = placement)`,
  );
  expect(strange).toEqual([]);
  const [told] = await ask<{ names: number }>("SELECT count(DISTINCT placement)::int AS names FROM stored_clicks");
  expect(told?.names).toBeGreaterThan(3);
});

test("a database that isn't empty is refused, naming its contents", async () => {
  await expect(assertDatabaseEmpty(pool())).rejects.toThrow(
    /^The database already has 24 users, 6 groups, \d+ links, clicks\./,
  );
});

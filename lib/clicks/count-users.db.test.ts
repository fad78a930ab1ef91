import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { Actor } from "@/lib/actor";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { convertClicks } from "@/lib/clicks/convert-clicks";
import { countUsers } from "@/lib/clicks/count-users";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { lockCountingShared, lockLinks, lockSharedDays } from "@/lib/clicks/locks";
import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { storeClicks } from "@/lib/clicks/store";
import { deleteClicks, enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { getSumStats } from "@/lib/stats/queries";
import { getSumTopUrls } from "@/lib/stats/top-urls";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

const DAY = "2026-11-20";
const AT = `${DAY}T10:00:00Z`;
const NOW = Date.parse("2026-11-21T12:00:00Z");

let ada: Actor;
let links: [string, string, string];

beforeEach(async () => {
  await deleteClicks();
  ada = await createUser();
  links = [await create(ada), await create(ada), await create(await createUser())];
});

const create = async (actor: Actor) =>
  (await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/" }))).id;

/** Clicks of two users, with every counted property. */
function someClicks(at = AT): EnrichedClick[] {
  const [one, other, foreign] = links;
  return [
    enrichedClick(one, at, { visitorHash: visitorNamed("ann"), os: "Linux", placement: "door", accessMethod: "qr" }),
    enrichedClick(other, at, { visitorHash: visitorNamed("ann"), os: "Linux", city: "Wien, AT" }),
    enrichedClick(other, at, { isBot: true, country: "US" }),
    enrichedClick(foreign, at, { os: "iOS" }),
  ];
}

/** Stores clicks as the previous version does, except for the rows that many links share. */
async function storeAsBefore(client: PoolClient, urlId: string): Promise<void> {
  await lockCountingShared(client);
  await execute(client, sql`SELECT ensure_click_partition(${AT}::timestamptz)`);
  await lockLinks(client, [urlId]);
  await execute(
    client,
    sql`INSERT INTO clicks (url_id, occurred_at, id, access_method, os)
        VALUES (${urlId}, ${AT}, ${randomUUID()}, 'direct', 'iOS')`,
  );
  await addToDay(client, urlId, "link");
}

/** Writes the shared rows: all links, and groups, of which there are none here. */
async function shareAsBefore(client: PoolClient): Promise<void> {
  await lockSharedDays(client);
  await addToDay(client, ALL_LINKS, "all");
}

async function drainAsBefore(client: PoolClient, urlId: string): Promise<void> {
  await storeAsBefore(client, urlId);
  await shareAsBefore(client);
}

const addToDay = (client: PoolClient, scopeId: string, scope: string) =>
  execute(
    client,
    sql`INSERT INTO click_days AS kept (scope, scope_id, day, is_bot, total, counts)
        VALUES (${scope}::click_scope, ${scopeId}, ${DAY}, false, 1, '{"os:iOS": 1}')
        ON CONFLICT (scope_id, day, is_bot) DO UPDATE
        SET total = kept.total + 1, counts = add_click_counts(kept.counts, excluded.counts, 1)`,
  );

const rowsOfUsers = () =>
  queryRows(
    pool(),
    sql`SELECT scope_id, day::text, is_bot, total::int, qr::int, visitors::int, counts::jsonb FROM click_days
        WHERE scope = 'user' ORDER BY scope_id, day, is_bot`,
  );

const dueDays = async () =>
  (await queryRows<{ day: string }>(pool(), sql`SELECT day::text FROM user_days_due ORDER BY day`)).map(
    ({ day }) => day,
  );

const markAll = () =>
  execute(pool(), sql`INSERT INTO user_days_due SELECT DISTINCT day, '-infinity'::timestamptz FROM click_days`);

const step = (settledSeconds = 0) =>
  inTransaction(pool(), (client) => countUsers(settledSeconds).convert(client, { wasFinished: false }));

async function countAll(): Promise<void> {
  while ((await step()) !== null);
}

/** Expects the rows of users to match the stored clicks. */
async function expectExact(): Promise<void> {
  expect(await dueDays()).toEqual([]);
  const counted = await rowsOfUsers();
  await rebuildRollups(pool());
  expect(await rowsOfUsers()).toEqual(counted);
}

test("days that are due are counted from the rows of links, the newest first", async () => {
  await store([...someClicks(), ...someClicks("2026-11-18T23:59:59Z")]);
  const stored = await rowsOfUsers();
  expect(stored).toHaveLength(6);
  await execute(pool(), sql`DELETE FROM click_days WHERE scope = 'user'`);
  await markAll();
  expect(await step()).toBe(1);
  expect(await dueDays()).toEqual(["2026-11-18"]);
  await countAll();
  expect(await rowsOfUsers()).toEqual(stored);
  await expectExact();
});

test("clicks that the previous version adds or removes mark their day in any zone, this one's don't", async () => {
  await store(someClicks());
  expect(await dueDays()).toEqual([]);
  await inTransaction(pool(), (client) => drainAsBefore(client, links[0]));
  // 10:00 UTC is midnight in some time zones.
  expect(await dueDays()).toEqual(["2026-11-19", DAY, "2026-11-21"]);
  // More clicks may follow soon.
  expect(await step(60)).toBeNull();
  await countAll();
  await expectExact();
  await inTransaction(pool(), (client) => convertClicks(pool()).convert(client, { wasFinished: false }));
  expect(await dueDays()).toEqual([]);
  await inTransaction(pool(), (client) => drainAsBefore(client, links[0]));
  await countAll();
  expect(await dueDays()).toEqual([]);
  await execute(pool(), sql`DELETE FROM clicks`);
  expect(await dueDays()).toContain(DAY);
});

test("a rebuild counts days that are due", async () => {
  await store(someClicks());
  const stored = await rowsOfUsers();
  await execute(pool(), sql`DELETE FROM click_days WHERE scope = 'user'`);
  await markAll();
  await rebuildRollups(pool());
  expect(await dueDays()).toEqual([]);
  expect(await rowsOfUsers()).toEqual(stored);
});

test("a day is counted beside a drain that has yet to count it for users", async () => {
  await store(someClicks());
  await markAll();
  await inTransaction(pool(), async (holder) => {
    await lockSharedDays(holder);
    // It has written the rows of links, and waits.
    const drained = store(someClicks());
    await untilBlocked(pool());
    // Counting comes next, and must not include what the drain then adds.
    const counted = step();
    await untilBlocked(pool(), 2);
    await holder.query("COMMIT; BEGIN");
    await Promise.all([drained, counted]);
  });
  await countAll();
  await expectExact();
});

test("a drain adds to a day that was counted without its clicks", async () => {
  await store(someClicks());
  await markAll();
  await inTransaction(pool(), async (client) => {
    expect(await countUsers(0).convert(client, { wasFinished: false })).toBe(1);
    const drained = inTransaction(pool(), (other) => storeClicks({ pool: pool(), client: other }, someClicks()));
    await untilBlocked(pool());
    await client.query("COMMIT; BEGIN");
    await drained;
  });
  await countAll();
  await expectExact();
});

test("a day to which the previous version is adding clicks stays due, and neither waits for the other", async () => {
  await store(someClicks());
  await markAll();
  await inTransaction(pool(), async (client) => {
    await storeAsBefore(client, links[0]);
    expect(await step()).toBeNull();
    await shareAsBefore(client);
  });
  expect(await dueDays()).toContain(DAY);
  await countAll();
  await expectExact();
});

test("the previous version marks a day again that is being counted", async () => {
  await store(someClicks());
  await markAll();
  let draining: Promise<void> | undefined;
  await inTransaction(pool(), async (client) => {
    expect(await countUsers(0).convert(client, { wasFinished: false })).toBe(1);
    draining = inTransaction(pool(), (other) => drainAsBefore(other, links[0]));
    await untilBlocked(pool());
  });
  await draining;
  expect(await dueDays()).toContain(DAY);
  await countAll();
  await expectExact();
});

test("links that are moved or deleted stay their creator's", async () => {
  await store(someClicks());
  const group = await createGroup(ada);
  await markAll();
  await Promise.all([
    updateUrl(ada, links[0], { groupId: group }),
    updateUrl(ada, links[1], { status: "deleted" }),
    countAll(),
    store(someClicks()),
  ]);
  await countAll();
  await expectExact();
  expect((await getSumStats(ada, null, { range: "7d" }, NOW)).clicks).toBe(4);
});

test("own statistics are exact while days are due, then have names again", async () => {
  await store([...someClicks(), ...someClicks("2026-11-18T12:00:00Z"), ...someClicks("2026-11-10T12:00:00Z")]);
  const ask = async () => ({
    stats: await Promise.all((["7d", "30d", "all"] as const).map((range) => getSumStats(ada, null, { range }, NOW))),
    tops: [
      await getSumTopUrls(ada, null, { range: "7d", limit: 5 }, NOW),
      await getSumTopUrls(ada, null, { range: "all", limit: 5 }, NOW),
    ],
  });
  const whole = await ask();
  expect(whole.stats.map(({ from, clicks, bots }) => [from, clicks, bots])).toEqual([
    ["2026-11-15", 4, 2],
    ["2026-10-23", 6, 3],
    ["2026-11-10", 6, 3],
  ]);
  expect(whole.stats[0]?.breakdowns.os).toEqual([{ name: "Linux", clicks: 4 }]);
  await execute(pool(), sql`DELETE FROM click_days WHERE scope = 'user' AND day < ${DAY}`);
  // Incomplete, like a day to which this version has added clicks.
  await execute(pool(), sql`UPDATE click_days SET total = 1, visitors = 0 WHERE scope = 'user' AND NOT is_bot`);
  await markAll();
  const unnamed = {
    ...whole,
    stats: whole.stats.map((one) => ({ ...one, breakdowns: { access: one.breakdowns.access } })),
  };
  expect(await ask()).toEqual(unnamed);
  await step();
  expect(await ask()).toEqual(unnamed);
  await countAll();
  expect(await ask()).toEqual(whole);
});

import type pg from "pg";
import { ALL_LINKS, type Scope } from "@/lib/clicks/click-days";
import { dayOfSql, isOnDaySql, tallySql } from "@/lib/clicks/day-sql";
import { holdCounting, lockSharedDays } from "@/lib/clicks/locks";
import { inTransaction } from "@/lib/db/transaction";

/** Links whose counter is made anew in one transaction. */
const COUNTERS_AT_ONCE = 10_000;

/** Before all days. */
const EARLIEST = "-infinity";

export type Rebuilt = { days: number; kept: number; counters: number };

/**
 * Counts the stored clicks anew, a day at a time, and makes the links' counters the sums of their
 * days. Clicks that come meanwhile wait in the spool while their day is counted, so that none is
 * lost or doubled. Where clicks were removed by CLICK_RETENTION_DAYS, the days before the first that
 * is stored stay as they are; so does that click's day when more was counted than is stored.
 *
 * @param onDay called after each day
 * @returns how many days were counted and how many stayed as they were, and how many counters were wrong
 */
export async function rebuildRollups(pool: pg.Pool, onDay?: (day: string) => void): Promise<Rebuilt> {
  const first = await findFirstDay(pool);
  const days = first ? await daysFrom(pool, (await isAllStored(pool)) ? EARLIEST : first) : [];
  let kept = 0;
  for (const day of days) {
    const isCounted = await inTransaction(pool, (client) => rebuildDay(client, day, { isFirst: day === first }));
    if (!isCounted) kept += 1;
    onDay?.(day);
  }
  return { days: days.length - kept, kept, counters: await rebuildCounters(pool) };
}

async function findFirstDay(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ day: string | null }>(
    `SELECT ${dayOfSql("min(occurred_at)")}::text AS day FROM clicks`,
  );
  return rows[0]?.day ?? null;
}

/**
 * Whether every click that was counted is stored still. If so, no day was removed, and days before
 * the first are left over from another time zone.
 */
async function isAllStored(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(
    `SELECT (SELECT count(*) FROM clicks) >= (SELECT coalesce(sum(total), 0) FROM click_days WHERE scope_id = $1) AS is`,
    [ALL_LINKS],
  );
  return rows[0]?.is ?? false;
}

/** Days that may have clicks, and those that have counts and perhaps should have none. */
async function daysFrom(pool: pg.Pool, earliest: string): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT day::date::text
     FROM (SELECT ${dayOfSql("min(occurred_at)")} AS first, ${dayOfSql("max(occurred_at)")} AS last FROM clicks) AS stored,
          generate_series(first, last, '1 day') AS day
     UNION SELECT day::text FROM click_days WHERE day >= $1::date ORDER BY day`,
    [earliest],
  );
  return rows.map(({ day }) => day);
}

async function rebuildDay(client: pg.PoolClient, day: string, { isFirst }: { isFirst: boolean }): Promise<boolean> {
  await holdCounting(client);
  await lockSharedDays(client);
  if (isFirst && (await isMoreCounted(client, day))) return false;
  await client.query("DELETE FROM click_days WHERE day = $1", [day]);
  await insertDay(client, day, { scope: "link", scopeId: "url_id", visitor: "visitor_hash" });
  await insertDay(client, day, { scope: "group", scopeId: "group_id", visitor: "(url_id, visitor_hash)" });
  await insertDay(client, day, { scope: "all", scopeId: `'${ALL_LINKS}'::uuid`, visitor: "visitor_hash" });
  // Gathered from the clicks again when the next one comes.
  await client.query("DELETE FROM click_visitor_days WHERE day = $1", [day]);
  await client.query("DELETE FROM click_visitors WHERE day = $1", [day]);
  return true;
}

async function isMoreCounted(client: pg.PoolClient, day: string): Promise<boolean> {
  const { rows } = await client.query<{ more: boolean }>(
    `SELECT coalesce((SELECT sum(total) FROM click_days WHERE scope_id = $1 AND day = $2), 0)
            > (SELECT count(*) FROM clicks JOIN short_urls ON short_urls.id = url_id
               WHERE ${isOnDaySql("occurred_at", "$2")}) AS more`,
    [ALL_LINKS, day],
  );
  return rows[0]?.more ?? false;
}

async function insertDay(
  client: pg.PoolClient,
  day: string,
  { scope, scopeId, visitor }: { scope: Scope; scopeId: string; visitor: string },
): Promise<void> {
  const visits = `
    SELECT clicks.*, ${scopeId} AS scope_id, $2::date AS day
    FROM clicks JOIN short_urls ON short_urls.id = url_id
    WHERE ${isOnDaySql("occurred_at", "$2")} AND ${scopeId} IS NOT NULL`;
  await client.query(
    `INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr, visitors, counts)
     SELECT $1::click_scope, * FROM (${tallySql(visits, visitor)}) AS tallied`,
    [scope, day],
  );
}

async function rebuildCounters(pool: pg.Pool): Promise<number> {
  let wrong = 0;
  let after = ALL_LINKS;
  for (;;) {
    const batch = await inTransaction(pool, async (client) => {
      await holdCounting(client);
      const { rows } = await client.query<{ last: string | null; count: number; wrong: number }>(
        `WITH links AS (
           SELECT id, click_count FROM short_urls WHERE id > $1 ORDER BY id LIMIT $2 FOR NO KEY UPDATE
         ),
         counted AS (
           SELECT links.id, links.click_count, coalesce(sum(total) FILTER (WHERE NOT is_bot), 0) AS total
           FROM links LEFT JOIN click_days ON scope_id = links.id GROUP BY 1, 2
         ),
         changed AS (
           UPDATE short_urls SET click_count = counted.total
           FROM counted WHERE counted.id = short_urls.id AND counted.total <> counted.click_count RETURNING 1
         )
         SELECT (SELECT id FROM links ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM changed) AS wrong`,
        [after, COUNTERS_AT_ONCE],
      );
      return rows[0];
    });
    wrong += batch?.wrong ?? 0;
    if (!batch?.last) return wrong;
    after = batch.last;
  }
}

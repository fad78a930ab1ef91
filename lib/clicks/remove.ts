import type { PoolClient } from "pg";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { dayOfSql, isOnDaySql, tallySql } from "@/lib/clicks/day-sql";
import { holdCounting, lockLinks, lockSharedDays } from "@/lib/clicks/locks";
import { visitorKeySql } from "@/lib/clicks/visitors";
import { plainArray } from "@/lib/db/arrays";

/** What a row of clicks is found by. */
export type ClickKey = { urlId: string; occurredAt: Date; id: string };

/**
 * Removes clicks, and takes them out of everything that is counted: the days of their links, of the
 * groups that those are in now and of all links, the visitors, and the links' counters. What was
 * removed before is left out. No click is stored until the caller's transaction ends, so it should be
 * short: some thousand clicks at a time.
 *
 * @returns how many were removed
 */
export async function removeClicks(client: PoolClient, keys: ClickKey[]): Promise<number> {
  if (keys.length === 0) return 0;
  await holdCounting(client);
  await lockLinks(client, [...new Set(keys.map(({ urlId }) => urlId))]);
  await client.query(`
    CREATE TEMP TABLE removed_clicks (LIKE clicks) ON COMMIT DROP;
    ALTER TABLE removed_clicks ADD day date`);
  const { rowCount } = await client.query(
    `WITH removed AS (
       DELETE FROM clicks USING unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS key (url_id, occurred_at, id)
       WHERE clicks.url_id = key.url_id AND clicks.occurred_at = key.occurred_at AND clicks.id = key.id
       RETURNING clicks.*
     )
     INSERT INTO removed_clicks SELECT removed.*, ${dayOfSql("occurred_at")}
     FROM removed JOIN short_urls ON short_urls.id = removed.url_id`,
    [
      plainArray(keys.map(({ urlId }) => urlId)),
      plainArray(keys.map(({ occurredAt }) => occurredAt.toISOString())),
      plainArray(keys.map(({ id }) => id)),
    ],
  );
  await lockSharedDays(client);
  await removeCounts(client);
  await removeVisitors(client);
  await client.query(`
    UPDATE short_urls SET click_count = click_count - removed.count
    FROM (SELECT url_id, count(*) FROM removed_clicks WHERE NOT is_bot GROUP BY url_id) AS removed
    WHERE short_urls.id = removed.url_id;
    DROP TABLE removed_clicks`);
  return rowCount ?? 0;
}

async function removeCounts(client: PoolClient): Promise<void> {
  const scopes = ["url_id", "(SELECT group_id FROM short_urls WHERE short_urls.id = url_id)", `'${ALL_LINKS}'::uuid`];
  for (const scopeId of scopes) {
    await client.query(
      `UPDATE click_days AS kept SET
         total = kept.total - removed.total,
         qr = kept.qr - removed.qr,
         counts = add_click_counts(kept.counts, removed.counts, -1)
       FROM (${tallySql(`SELECT *, ${scopeId} AS scope_id FROM removed_clicks`, "visitor_hash")}) AS removed
       WHERE kept.scope_id = removed.scope_id AND kept.day = removed.day AND kept.is_bot = removed.is_bot`,
    );
  }
}

/** Whoever has no click of that day left was not there: on a link, and on any. */
async function removeVisitors(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ day: string }>(
    "SELECT DISTINCT day::text FROM removed_clicks WHERE NOT is_bot AND visitor_hash IS NOT NULL",
  );
  for (const { day } of rows) {
    await client.query(
      `WITH removed AS (
         SELECT DISTINCT url_id, visitor_hash FROM removed_clicks
         WHERE day = $1 AND NOT is_bot AND visitor_hash IS NOT NULL
       ),
       left_over AS MATERIALIZED (
         SELECT DISTINCT url_id, visitor_hash FROM clicks
         WHERE ${isOnDaySql("occurred_at", "$1")} AND NOT is_bot AND visitor_hash IN (SELECT visitor_hash FROM removed)
       ),
       gone AS (
         SELECT url_id AS scope_id, visitor_hash FROM removed
         WHERE (url_id, visitor_hash) NOT IN (SELECT url_id, visitor_hash FROM left_over)
       ),
       gone_of_all AS (
         SELECT DISTINCT '${ALL_LINKS}'::uuid AS scope_id, visitor_hash FROM removed
         WHERE visitor_hash NOT IN (SELECT visitor_hash FROM left_over)
       ),
       forgotten AS (
         DELETE FROM click_visitors USING (SELECT * FROM gone UNION ALL SELECT * FROM gone_of_all) AS visitors
         WHERE day = $1 AND visitor = ${visitorKeySql("visitors.scope_id", "visitors.visitor_hash")}
       ),
       fewer AS (
         SELECT scope_id, count(*) FROM gone GROUP BY scope_id
         UNION ALL SELECT group_id, count(*) FROM gone JOIN short_urls ON short_urls.id = scope_id
                   WHERE group_id IS NOT NULL GROUP BY group_id
         UNION ALL SELECT scope_id, count(*) FROM gone_of_all GROUP BY scope_id
       )
       UPDATE click_days SET visitors = visitors - fewer.count
       FROM fewer WHERE click_days.scope_id = fewer.scope_id AND day = $1 AND NOT is_bot`,
      [day],
    );
  }
  await client.query(`
    DELETE FROM click_days WHERE total = 0 AND (scope_id, day) IN (
      SELECT url_id, day FROM removed_clicks
      UNION SELECT group_id, day FROM removed_clicks JOIN short_urls ON short_urls.id = url_id
      UNION SELECT '${ALL_LINKS}'::uuid, day FROM removed_clicks)`);
}

import type pg from "pg";
import { lockCountingShared, lockSharedDays } from "@/lib/clicks/locks";
import type { BackgroundMigration } from "@/lib/db/background-migrations";
import { execute, queryRows, sql } from "@/lib/db/sql";

/** While the previous version stores clicks, it marks the same days several times a second. */
const SETTLED_SECONDS = 60;

/**
 * Counts the clicks of users on the days in user_days_due: days that predate these counts, and days to which the
 * previous version has written since. Until then, lib/stats/own-rollups.ts reads the rows of links.
 *
 * @param settledSeconds skips days to which clicks were added in this time
 */
export function countUsers(settledSeconds = SETTLED_SECONDS): BackgroundMigration {
  return {
    name: "clicks of users",
    estimate: estimateDays,
    convert: async (client) => {
      await lockCountingShared(client);
      // Drains of this version write their links' rows before they take this lock, and add to users afterwards.
      await lockSharedDays(client);
      const day = await takeDay(client, settledSeconds);
      if (day === null) return null;
      await countDay(client, day);
      return 1;
    },
  };
}

/** Takes the newest day, which most people look at, but none that an open transaction has yet to count. */
async function takeDay(client: pg.PoolClient, settledSeconds: number): Promise<string | null> {
  const [taken] = await queryRows<{ day: string }>(
    client,
    sql`
      DELETE FROM user_days_due WHERE day = (
        SELECT day FROM user_days_due WHERE marked_at <= clock_timestamp() - ${settledSeconds} * interval '1 second'
        ORDER BY day DESC LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING day::text`,
  );
  return taken?.day ?? null;
}

async function countDay(client: pg.PoolClient, day: string): Promise<void> {
  await execute(client, sql`DELETE FROM click_days WHERE day = ${day} AND scope = 'user'`);
  await execute(
    client,
    sql`
      WITH days AS MATERIALIZED (
        SELECT created_by_id AS user_id, is_bot, total, qr, visitors, counts
        FROM click_days JOIN short_urls ON short_urls.id = scope_id
        WHERE day = ${day} AND scope = 'link' AND created_by_id IS NOT NULL
      ),
      totals AS (
        SELECT user_id, is_bot, sum(total) AS total, sum(qr) AS qr, sum(visitors) AS visitors
        FROM days GROUP BY user_id, is_bot
      ),
      named AS (
        SELECT user_id, is_bot, key, sum(value::bigint) AS count
        FROM days, json_each_text(counts)
        WHERE NOT starts_with(key, 'hour:') AND NOT starts_with(key, 'placement:') GROUP BY user_id, is_bot, key
      ),
      merged AS (
        SELECT user_id, is_bot, json_object_agg(key, count) AS counts FROM named GROUP BY user_id, is_bot
      )
      INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr, visitors, counts)
      SELECT 'user', user_id, ${day}::date, is_bot, total, qr, visitors, coalesce(counts, '{}')
      FROM totals LEFT JOIN merged USING (user_id, is_bot)`,
  );
}

async function estimateDays(pool: pg.Pool): Promise<number> {
  const [row] = await queryRows<{ days: number }>(pool, sql`SELECT count(*)::int AS days FROM user_days_due`);
  return row?.days ?? 0;
}

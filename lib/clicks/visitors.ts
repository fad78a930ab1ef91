import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import type { Visitor } from "@/lib/clicks/counting";
import { isOnDaySql } from "@/lib/clicks/day-sql";
import { DAY_MS, dayOf } from "@/lib/days";
import { plainArray } from "@/lib/db/arrays";
import { execute, queryRows, type Sql, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/env";

/** A visitor of a link or of all links, as click_visitors stores it: half of a SHA-256. */
function visitorKey({ urlId, hash }: Visitor): string {
  return createHash("sha256").update(urlId).update(hash).digest("hex").slice(0, 32);
}

/** The same for a row of stored_clicks. */
function visitorKeySql(urlId: Sql): Sql {
  return sql`substr(encode(sha256(convert_to(${urlId} || visitor, 'UTF8')), 'hex'), 1, 32)::uuid`;
}

/**
 * Makes sure that the visitors of these days are loaded. Visitors of old days are not kept; when clicks arrive late,
 * they are rebuilt from the stored clicks. The days stay loaded until the transaction ends.
 */
export async function ensureVisitorsLoaded(client: PoolClient, days: string[]): Promise<void> {
  const sorted = plainArray([...days].sort());
  for (;;) {
    const missing = await queryRows<{ day: string }>(
      client,
      sql`INSERT INTO visitor_days SELECT * FROM unnest(${sorted}::date[]) ON CONFLICT DO NOTHING RETURNING day::text`,
    );
    for (const { day } of missing) await gatherVisitors(client, day);
    const locked = await queryRows(
      client,
      sql`SELECT FROM visitor_days WHERE day = ANY (${sorted}::date[]) FOR KEY SHARE`,
    );
    // Fewer if a day was purged in between.
    if (locked.length === days.length) return;
  }
}

async function gatherVisitors(client: PoolClient, day: string): Promise<void> {
  await execute(
    client,
    sql`
      WITH visitors AS MATERIALIZED (
        SELECT DISTINCT visitor, url_id FROM stored_clicks
        WHERE ${isOnDaySql(day)} AND NOT is_bot AND visitor IS NOT NULL
      )
      INSERT INTO click_visitors (day, visitor)
      SELECT ${day}::date, ${visitorKeySql(sql`url_id::text`)} FROM visitors
      UNION SELECT ${day}::date, ${visitorKeySql(sql`${ALL_LINKS}::text`)} FROM visitors`,
  );
}

/** Adds visitors. Returns the new ones. */
export async function addVisitors(client: PoolClient, visitors: Visitor[]): Promise<Visitor[]> {
  if (visitors.length === 0) return [];
  const keys = visitors.map(visitorKey);
  const insert = sql`
    INSERT INTO click_visitors (day, visitor)
    SELECT * FROM unnest(${plainArray(visitors.map(({ day }) => day))}::date[], ${plainArray(keys)}::uuid[])
    ON CONFLICT DO NOTHING RETURNING day::text, replace(visitor::text, '-', '') AS key`;
  const rows = await queryRows<{ day: string; key: string }>(client, insert, "add-visitors");
  if (rows.length === visitors.length) return visitors;
  const added = new Set(rows.map(({ day, key }) => `${day} ${key}`));
  return visitors.filter(({ day }, index) => added.has(`${day} ${keys[index]}`));
}

export async function removeVisitors(client: PoolClient, visitors: Visitor[]): Promise<void> {
  await execute(
    client,
    sql`DELETE FROM click_visitors
        USING unnest(${plainArray(visitors.map(({ day }) => day))}::date[],
                     ${plainArray(visitors.map(visitorKey))}::uuid[]) AS gone (day, visitor)
        WHERE click_visitors.day = gone.day AND click_visitors.visitor = gone.visitor`,
  );
}

/** Drops the visitors of all days but today and yesterday, whichever version has loaded them. */
export async function forgetOldVisitors(pool: Pool, now = Date.now()): Promise<void> {
  const yesterday = dayOf(now - DAY_MS, env().TIME_ZONE);
  await inTransaction(pool, async (client) => {
    const days = await queryRows<{ day: string }>(
      client,
      sql`WITH days AS (DELETE FROM visitor_days WHERE day < ${yesterday} RETURNING day),
               before AS (DELETE FROM click_visitor_days WHERE day < ${yesterday} RETURNING day)
          SELECT day::text FROM days UNION SELECT day::text FROM before`,
    );
    await execute(client, sql`DELETE FROM click_visitors WHERE day = ANY (${days.map(({ day }) => day)}::date[])`);
  });
}

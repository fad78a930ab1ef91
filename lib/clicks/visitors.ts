import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { dayOf } from "@/lib/days";
import { plainArray } from "@/lib/db/arrays";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/env";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A visitor of a link on a day. */
export type Visitor = { day: string; urlId: string; hash: string };

/** Of a visitor and a link, or of a visitor and all links, as click_visitors keeps them: half of a SHA-256. */
function visitorKey(scopeId: string, hash: string): string {
  return createHash("sha256").update(scopeId).update(hash).digest("hex").slice(0, 32);
}

/** The same in SQL. */
export const visitorKeySql = (scopeId: string, hash: string) =>
  `substr(encode(sha256(convert_to(${scopeId}::text || ${hash}, 'UTF8')), 'hex'), 1, 32)::uuid`;

/**
 * Sees to it that the visitors of these days are at hand. Those of old days are not kept: when clicks
 * come late, they are gathered from the clicks again. The days stay at hand until the transaction ends.
 */
export async function holdVisitorsOf(client: PoolClient, days: string[]): Promise<void> {
  const sorted = plainArray([...days].sort());
  for (;;) {
    const { rows: lacking } = await client.query<{ day: string }>(
      "INSERT INTO click_visitor_days SELECT * FROM unnest($1::date[]) ON CONFLICT DO NOTHING RETURNING day::text",
      [sorted],
    );
    for (const { day } of lacking) await gatherVisitors(client, day);
    const { rowCount } = await client.query(
      "SELECT FROM click_visitor_days WHERE day = ANY ($1::date[]) FOR KEY SHARE",
      [sorted],
    );
    // Less when a day was let go between the two.
    if (rowCount === days.length) return;
  }
}

async function gatherVisitors(client: PoolClient, day: string): Promise<void> {
  await client.query(
    `WITH visitors AS MATERIALIZED (
       SELECT DISTINCT visitor_hash, url_id FROM clicks
       WHERE occurred_at >= $1::date::timestamp AT TIME ZONE $2
         AND occurred_at < ($1::date + 1)::timestamp AT TIME ZONE $2
         AND NOT is_bot AND visitor_hash IS NOT NULL
     )
     INSERT INTO click_visitors (day, visitor)
     SELECT $1::date, ${visitorKeySql("url_id", "visitor_hash")} FROM visitors
     UNION SELECT $1::date, ${visitorKeySql("$3", "visitor_hash")} FROM visitors`,
    [day, env().TIME_ZONE, ALL_LINKS],
  );
}

/** @returns those that were not there yet */
export async function addVisitors(client: PoolClient, visitors: Visitor[]): Promise<Visitor[]> {
  if (visitors.length === 0) return [];
  const keys = visitors.map(({ urlId, hash }) => visitorKey(urlId, hash));
  const { rows } = await client.query<[day: string, key: string]>({
    name: "add-visitors",
    rowMode: "array",
    text: `
      INSERT INTO click_visitors (day, visitor) SELECT * FROM unnest($1::date[], $2::uuid[])
      ON CONFLICT DO NOTHING RETURNING day::text, replace(visitor::text, '-', '')`,
    values: [plainArray(visitors.map(({ day }) => day)), plainArray(keys)],
  });
  if (rows.length === visitors.length) return visitors;
  const added = new Set(rows.map(([day, key]) => `${day} ${key}`));
  return visitors.filter(({ day }, place) => added.has(`${day} ${keys[place]}`));
}

/** Lets go the visitors of all days but today and yesterday. */
export async function forgetOldVisitors(now = Date.now()): Promise<void> {
  const yesterday = dayOf(now - DAY_MS, env().TIME_ZONE);
  await inTransaction(pool(), async (client) => {
    const { rows } = await client.query<{ day: string }>(
      "DELETE FROM click_visitor_days WHERE day < $1 RETURNING day::text",
      [yesterday],
    );
    await client.query("DELETE FROM click_visitors WHERE day = ANY ($1::date[])", [rows.map(({ day }) => day)]);
  });
}

import type { Pool, PoolClient } from "pg";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { findValueIds, type ReferencedValues, type ValueLimits } from "@/lib/clicks/value-tables";
import { plainArray, textArray } from "@/lib/db/arrays";
import { execute, queryRows, type Sql, sql } from "@/lib/db/sql";

/** The values that a row of visits contains or refers to. */
export type StoredClick = ReferencedValues &
  Pick<EnrichedClick, "id" | "urlId" | "at" | "accessMethod" | "isBot" | "ip" | "placement" | "visitorHash">;

/**
 * Inserts clicks that are in neither visits nor clicks, as those of a restored spool may be. The caller holds
 * lockCountingShared, has called `forgetDeletedValues`, and the partitions exist.
 *
 * @returns the ids of the inserted clicks, or "all"
 */
export async function insertVisits(
  { client, pool }: { client: PoolClient; pool: Pool },
  clicks: StoredClick[],
  limits?: ValueLimits,
): Promise<Set<string> | "all"> {
  const ids = await findValueIds(pool, clicks, limits);
  const insert = sql`
    INSERT INTO visits (occurred_at, visitor, url_id, id, user_agent_id, referrer_id, place_id, is_qr, is_bot,
                        ip_address, language, placement)
    SELECT to_timestamp(at / 1000.0), visitor, url_id, id, user_agent_id, referrer_id, place_id, is_qr, is_bot,
           ip_address, language, placement
    FROM unnest(${plainArray(clicks.map(({ at }) => at))}::float8[],
                ${plainArray(clicks.map(({ visitorHash }) => visitorHash ?? "NULL"))}::bigint[],
                ${plainArray(clicks.map(({ urlId }) => urlId))}::uuid[],
                ${plainArray(clicks.map(({ id }) => id))}::uuid[],
                ${plainArray(ids.userAgents)}::int[],
                ${plainArray(ids.referrers)}::int[],
                ${plainArray(ids.places)}::int[],
                ${plainArray(clicks.map(({ accessMethod }) => accessMethod === "qr"))}::boolean[],
                ${plainArray(clicks.map(({ isBot }) => isBot))}::boolean[],
                ${plainArray(clicks.map(({ ip }) => ip ?? "NULL"))}::inet[],
                ${textArray(ids.languages)}::text[],
                ${textArray(clicks.map(({ placement }) => placement ?? ""))}::text[])
      AS click (at, visitor, url_id, id, user_agent_id, referrer_id, place_id, is_qr, is_bot, ip_address, language,
                placement)
    WHERE NOT EXISTS (SELECT FROM clicks WHERE ${isSame(sql`clicks`)})
    ON CONFLICT DO NOTHING`;
  if ((await execute(client, insert, "insert-visits")) === clicks.length) return "all";
  return findInserted(client, clicks);
}

/** Whether a stored click is the row `click`, which has `at` in milliseconds. */
function isSame(stored: Sql): Sql {
  return sql`${stored}.url_id = click.url_id AND ${stored}.occurred_at = to_timestamp(click.at / 1000.0)
    AND ${stored}.id = click.id`;
}

/** Ids of the clicks that this transaction has inserted. Cheaper than RETURNING them each time. */
async function findInserted(client: PoolClient, clicks: StoredClick[]): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(
    client,
    sql`
      SELECT visits.id FROM visits
      JOIN unnest(${plainArray(clicks.map(({ urlId }) => urlId))}::uuid[],
                  ${plainArray(clicks.map(({ at }) => at))}::float8[],
                  ${plainArray(clicks.map(({ id }) => id))}::uuid[]) AS click (url_id, at, id)
        ON ${isSame(sql`visits`)}
      WHERE visits.xmin = pg_current_xact_id()::xid`,
  );
  return new Set(rows.map(({ id }) => id));
}

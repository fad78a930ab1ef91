import { readPool } from "@/lib/db/read-pool";
import { queryRows, sql } from "@/lib/db/sql";

/**
 * Returns the last day with a click by a person of each of these links, as YYYY-MM-DD in the installation's time zone,
 * by link. One look-up in the primary key of click_days per link, which reads no row.
 */
export async function lastClickDays(urlIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (urlIds.length === 0) return new Map();
  const rows = await queryRows<{ id: string; day: string }>(
    readPool(),
    sql`
      SELECT id, last.day::text
      FROM unnest(${urlIds}::uuid[]) AS link (id), LATERAL (
        SELECT day FROM click_days WHERE scope_id = link.id AND NOT is_bot ORDER BY day DESC LIMIT 1
      ) AS last`,
  );
  return new Map(rows.map(({ id, day }) => [id, day]));
}

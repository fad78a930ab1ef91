import { COLUMNS, DIMENSIONS } from "@/lib/clicks/dimensions";
import { env } from "@/lib/env";

/** The day of the installation that a column's moment falls on, as lib/days.ts tells it. */
export function dayOfSql(column: string): string {
  return `(${column} AT TIME ZONE ${zoneLiteral()})::date`;
}

/** Whether a column's moment falls on a day. */
export function isOnDaySql(column: string, day: string): string {
  return isWithinSql(column, day, day);
}

/** Whether it falls between two days, or on one of them; of a form that an index and the partitions serve. */
export function isWithinSql(column: string, from: string, to: string): string {
  return `${column} >= (${from})::date::timestamp AT TIME ZONE ${zoneLiteral()}
    AND ${column} < ((${to})::date + 1)::timestamp AT TIME ZONE ${zoneLiteral()}`;
}

/** A name of the IANA database, as env.ts checks it; quoted all the same. */
function zoneLiteral(): string {
  return `'${env().TIME_ZONE.replaceAll("'", "''")}'`;
}

/**
 * Counts visits as click_days does: for each scope and day, bots apart.
 *
 * @param visits a query of clicks with the columns scope_id and day
 * @param visitor what is counted once for a scope and day
 */
export function tallySql(visits: string, visitor: string): string {
  const values = DIMENSIONS.map((dimension) => `('${dimension}:' || nullif(${COLUMNS[dimension]}, ''))`).join(", ");
  return `
    WITH visits AS MATERIALIZED (${visits}),
    named AS (
      SELECT scope_id, day, is_bot, name, count(*) AS count
      FROM visits, LATERAL (VALUES ${values}) AS value (name)
      WHERE name IS NOT NULL GROUP BY scope_id, day, is_bot, name
    ),
    counts AS (
      SELECT scope_id, day, is_bot, json_object_agg(name, count ORDER BY name) AS counts
      FROM named GROUP BY scope_id, day, is_bot
    ),
    totals AS (
      SELECT scope_id, day, is_bot, count(*) AS total, count(*) FILTER (WHERE access_method = 'qr') AS qr,
             count(DISTINCT ${visitor}) FILTER (WHERE NOT is_bot AND visitor_hash IS NOT NULL) AS visitors
      FROM visits GROUP BY scope_id, day, is_bot
    )
    SELECT scope_id, day, is_bot, total, qr, visitors, coalesce(counts, '{}') AS counts
    FROM totals LEFT JOIN counts USING (scope_id, day, is_bot)`;
}

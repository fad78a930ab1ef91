import type { DayRange } from "@/lib/analytics/days";
import { DIRECT, UNKNOWN } from "@/lib/analytics/rollups";
import { dayOfSql, isWithinSql, localTimeSql } from "@/lib/clicks/day-sql";
import { pool } from "@/lib/db/pool";
import { join, queryRows, raw, type Sql, sql } from "@/lib/db/sql";
import { mapDimensions, STAT_DIMENSIONS, type StatDimension, type StatFilter } from "@/lib/stats/types";

/** What the stored clicks of a link amount to, bots apart. */
export type RawCounts = {
  clicks: number;
  /** Once per day. */
  visitors: number;
  scans: number;
  bots: number;
  /** By "YYYY-MM-DD", or with `byHour` by "YYYY-MM-DDTHH", in the installation's time zone. */
  byTime: Map<string, { clicks: number; visitors: number }>;
  /** Clicks by value, unknown values included. */
  values: Record<StatDimension, Map<string, number>>;
};

export type RawQuestion = { urlId: string; range: DayRange; filters: StatFilter[]; byHour: boolean };

/**
 * Counts the stored clicks of a link that pass all filters. Exact, whatever the filters.
 *
 * @throws Error when it takes longer than a statement may
 */
export async function countRaw({ urlId, range, filters, byHour }: RawQuestion): Promise<RawCounts> {
  const values = valuesSql();
  const columns = STAT_DIMENSIONS.map((dimension) => sql`${values[dimension]} AS ${raw(dimension)}`);
  const conditions = filters.map(({ by, value }) => sql`${raw(by)} = ${value}`);
  const time = byHour ? sql`day || 'T' || hour` : sql`day`;
  const ofDimensions = STAT_DIMENSIONS.map(
    (dimension) => sql`SELECT ${dimension}, ${raw(dimension)}, count(*), 0 FROM people GROUP BY 2`,
  );
  const rows = await queryRows<{ kind: Kind; name: string; count: string; visitors: string }>(
    pool(),
    sql`
      WITH visits AS MATERIALIZED (
        SELECT is_bot, visitor, ${dayOfSql(sql`occurred_at`)}::text AS day, ${join(columns, ", ")}
        FROM stored_clicks WHERE url_id = ${urlId} AND ${isWithinSql(range.from, range.to)}
      ),
      passing AS MATERIALIZED (SELECT * FROM visits WHERE ${join([sql`true`, ...conditions], " AND ")}),
      people AS MATERIALIZED (SELECT * FROM passing WHERE NOT is_bot)
      SELECT 'bots' AS kind, '' AS name, count(*) AS count, 0 AS visitors FROM passing WHERE is_bot
      UNION ALL SELECT 'people', '', count(*), count(DISTINCT (day, visitor)) FILTER (WHERE visitor IS NOT NULL)
        FROM people
      UNION ALL SELECT 'time', ${time}, count(*), count(DISTINCT visitor) FROM people GROUP BY 2
      UNION ALL ${join(ofDimensions, " UNION ALL ")}`,
  );
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind);
  const valuesOf = (dimension: StatDimension) =>
    new Map(of(dimension).map(({ name, count }) => [name, Number(count)] as const));
  return {
    clicks: Number(of("people")[0]?.count ?? 0),
    visitors: Number(of("people")[0]?.visitors ?? 0),
    scans: valuesOf("access").get("qr") ?? 0,
    bots: Number(of("bots")[0]?.count ?? 0),
    byTime: new Map(
      of("time").map(({ name, count, visitors }) => [name, { clicks: Number(count), visitors: Number(visitors) }]),
    ),
    values: mapDimensions(valuesOf),
  };
}

type Kind = "bots" | "people" | "time" | StatDimension;

/** The value of each dimension, as shown. */
function valuesSql(): Record<StatDimension, Sql> {
  return {
    referrer: named("referrer_host", DIRECT),
    country: named("country"),
    city: named("city"),
    language: named("language"),
    device: named("device_type"),
    os: named("os"),
    browser: named("browser"),
    access: sql`access_method::text`,
    placement: named("placement"),
    hour: sql`to_char(${localTimeSql(sql`occurred_at`)}, 'HH24')`,
    weekday: sql`to_char(${localTimeSql(sql`occurred_at`)}, 'ID')`,
  };
}

function named(column: string, rest = UNKNOWN): Sql {
  return raw(`coalesce(nullif(${column}, ''), '${rest}')`);
}

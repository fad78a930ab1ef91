import { DIRECT, UNKNOWN } from "@/lib/analytics/rollups";
import { localTimeSql } from "@/lib/clicks/day-sql";
import { join, raw, type Sql, sql } from "@/lib/db/sql";
import type { StatDimension, StatFilter } from "@/lib/stats/types";

/** Whether a row of stored_clicks passes all filters, as statistics count it (lib/stats/raw-counts.ts). */
export function passesFiltersSql(filters: readonly StatFilter[]): Sql {
  return join(
    filters.map(({ by, value }) => sql`${SHOWN[by]()} = ${value}`),
    " AND ",
  );
}

const named = (column: string, rest: string) => () => sql`coalesce(nullif(${raw(column)}, ''), ${rest})`;

/** The displayed value of a click, by dimension. */
const SHOWN: Record<StatDimension, () => Sql> = {
  referrer: named("referrer_host", DIRECT),
  country: named("country", UNKNOWN),
  city: named("city", UNKNOWN),
  language: named("language", UNKNOWN),
  device: named("device_type", UNKNOWN),
  os: named("os", UNKNOWN),
  browser: named("browser", UNKNOWN),
  access: () => sql`access_method::text`,
  placement: () => sql`CASE WHEN access_method = 'qr' THEN ${named("placement", UNKNOWN)()} END`,
  hour: () => sql`to_char(${localTimeSql(sql`occurred_at`)}, 'HH24')`,
  weekday: () => sql`to_char(${localTimeSql(sql`occurred_at`)}, 'ID')`,
};

import { localTimeSql } from "@/lib/clicks/day-sql";
import { join, raw, type Sql, sql } from "@/lib/db/sql";
import { type StatDimension, type StatFilter, unknownName } from "@/lib/stats/types";

/** Whether a row of stored_clicks passes all filters, as statistics count it (lib/stats/raw-counts.ts). */
export function passesFiltersSql(filters: readonly StatFilter[]): Sql {
  return join(
    filters.map(({ by, value }) => sql`${SHOWN[by]()} = ${value}`),
    " AND ",
  );
}

const named =
  (by: StatDimension, column: string = by) =>
  () =>
    sql`coalesce(nullif(${raw(column)}, ''), ${unknownName(by)})`;

/** The displayed value of a click, by dimension. */
const SHOWN: Record<StatDimension, () => Sql> = {
  referrer: named("referrer", "referrer_host"),
  country: named("country"),
  city: named("city"),
  language: named("language"),
  device: named("device", "device_type"),
  os: named("os"),
  browser: named("browser"),
  access: () => sql`access_method::text`,
  placement: () => sql`CASE WHEN access_method = 'qr' THEN ${named("placement")()} END`,
  hour: () => sql`to_char(${localTimeSql(sql`occurred_at`)}, 'HH24')`,
  weekday: () => sql`to_char(${localTimeSql(sql`occurred_at`)}, 'ID')`,
};

import { localTimeSql } from "@/lib/clicks/day-sql";
import { COLUMNS } from "@/lib/clicks/dimensions";
import { join, raw, type Sql, sql } from "@/lib/db/sql";
import { type StatDimension, type StatFilter, unknownName } from "@/lib/stats/types";

/** Whether a row of stored_clicks passes all filters, as statistics count it (lib/stats/raw-counts.ts). */
export function passesFiltersSql(filters: readonly StatFilter[]): Sql {
  return join(
    filters.map(({ by, value }) => sql`${shown(by)} = ${value}`),
    " AND ",
  );
}

/** The displayed value of a click. */
function shown(by: StatDimension): Sql {
  if (by === "access") return sql`access_method::text`;
  if (by === "hour" || by === "weekday") {
    return sql`to_char(${localTimeSql(sql`occurred_at`)}, ${raw(by === "hour" ? "'HH24'" : "'ID'")})`;
  }
  const value = sql`coalesce(nullif(${raw(COLUMNS[by])}, ''), ${unknownName(by)})`;
  return by === "placement" ? sql`CASE WHEN access_method = 'qr' THEN ${value} END` : value;
}

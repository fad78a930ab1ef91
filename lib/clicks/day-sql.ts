import { raw, type Sql, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";

/** Conditions on clicks and on click_days. */
export const BOTS_SQL = { include: sql`true`, exclude: sql`NOT is_bot`, only: sql`is_bot` } as const;

/** The installation's day for a timestamp, as `dayOf` (lib/days.ts) computes it. */
export function dayOfSql(moment: Sql): Sql {
  return sql`${localTimeSql(moment)}::date`;
}

/** The installation's local time for a timestamp, as a timestamp without time zone. */
export function localTimeSql(moment: Sql): Sql {
  return sql`(${moment} AT TIME ZONE ${zone()})`;
}

/** Whether a click's timestamp falls on a day. */
export function isOnDaySql(day: string): Sql {
  return isWithinSql(day, day);
}

/** Whether a click's timestamp falls on one of these days, in a form that an index and the partitions support. */
export function isWithinSql(from: string, to: string): Sql {
  return sql`occurred_at >= ${dayStartSql(from)} AND occurred_at < ${dayEndSql(to)}`;
}

export function dayStartSql(day: string): Sql {
  return sql`${day}::date::timestamp AT TIME ZONE ${zone()}`;
}

/** The start of the next day. */
export function dayEndSql(day: string): Sql {
  return sql`(${day}::date + 1)::timestamp AT TIME ZONE ${zone()}`;
}

/** A literal, so that equal expressions stay equal. env.ts has checked that it is a name of the IANA database. */
function zone(): Sql {
  return raw(`'${env().TIME_ZONE.replaceAll("'", "''")}'`);
}

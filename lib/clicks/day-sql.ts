import { addDays, startOfDay } from "@/lib/days";
import { plainArray } from "@/lib/db/arrays";
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

/** Not by AT TIME ZONE, which starts a day an hour late if its midnight comes twice (Azores, Havana). */
export function dayStartSql(day: string): Sql {
  return sql`${new Date(startOfDay(day, env().TIME_ZONE))}::timestamptz`;
}

/** The start of the next day. */
export function dayEndSql(day: string): Sql {
  return dayStartSql(addDays(day, 1));
}

/** These days as a table with the columns `starts_at` and `ends_at`. */
export function dayTableSql(days: readonly string[]): Sql {
  const starts = (ahead: number) =>
    plainArray(days.map((day) => new Date(startOfDay(addDays(day, ahead), env().TIME_ZONE)).toISOString()));
  return sql`unnest(${starts(0)}::timestamptz[], ${starts(1)}::timestamptz[]) AS day (starts_at, ends_at)`;
}

/** A literal, so that equal expressions stay equal. env.ts has checked that it is a name of the IANA database. */
function zone(): Sql {
  return raw(`'${env().TIME_ZONE.replaceAll("'", "''")}'`);
}

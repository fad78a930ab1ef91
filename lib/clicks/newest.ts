import { dayEndSql, dayStartSql, isWithinSql } from "@/lib/clicks/day-sql";
import { type Sql, sql } from "@/lib/db/sql";

/**
 * The expression of the index visits_minute_idx. A tenth of the size of one on timestamps, since equal keys share
 * space.
 */
function minuteOf(moment: Sql): Sql {
  return sql`date_bin('1 minute', ${moment}, '2000-01-01 00:00:00+00'::timestamptz)`;
}

type Newest = {
  /** Condition on url_id and is_bot. */
  condition: Sql;
  days: { from: string; to: string };
  /** The click that precedes the first one; undefined to start with the newest. */
  last: { occurred_at: Date; id: string } | undefined;
  limit: number;
};

/**
 * Clicks of many links with their values, newest first. Indexes of both tables serve the order, so a page takes as long
 * however many clicks there are.
 */
export function newestClicks({ condition, days, last, limit }: Newest): Sql {
  const where = sql`${condition} AND ${isWithinSql(days.from, days.to)} AND ${last ? isAfter(last) : sql`true`}`;
  const minute = minuteOf(sql`occurred_at`);
  const isNear = sql`${minute} >= ${dayStartSql(days.from)} AND ${minute} < ${dayEndSql(days.to)}
    AND ${last ? sql`${minute} <= ${minuteOf(sql`${last.occurred_at}::timestamptz`)}` : sql`true`}`;
  return sql`
    SELECT * FROM (
      (SELECT * FROM converted_clicks WHERE ${where} AND ${isNear}
       ORDER BY ${minute} DESC, occurred_at DESC, id DESC LIMIT ${limit})
      UNION ALL
      (SELECT * FROM unconverted_clicks WHERE ${where}
       ORDER BY occurred_at DESC, id DESC LIMIT ${limit})
    ) AS both_tables
    ORDER BY occurred_at DESC, id DESC LIMIT ${limit}`;
}

/** Whether a click follows another when the newest come first. The first condition serves the index. */
export function isAfter({ occurred_at, id }: { occurred_at: Date; id: string }): Sql {
  return sql`occurred_at <= ${occurred_at} AND (occurred_at, id) < (${occurred_at}, ${id})`;
}

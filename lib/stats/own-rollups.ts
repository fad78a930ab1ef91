import type { DayRange } from "@/lib/analytics/days";
import type { DayTotals } from "@/lib/analytics/rollups";
import type { NamedCount } from "@/lib/analytics/tallies";
import { pool } from "@/lib/db/pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import type { RollupSource } from "@/lib/stats/rollup-stats";

/** Names are read from at most this many rows, each with the names of a link's day: about half a second. */
export const MAX_NAMED_ROWS = 50_000;

/** A day of many links, and how many of them had clicks. */
type Days = DayTotals & { rows: number };

/**
 * The counts of all links that a user created, deleted ones included: the sums over their links. A user may have
 * thousands of links, so names are left out when there are too many rows to read.
 */
export function ownRollups(userId: string): RollupSource {
  const isOwn = sql`scope_id IN (SELECT id FROM short_urls WHERE created_by_id = ${userId}::uuid)`;
  return {
    findFirstDay: () => findFirstDay(userId),
    readTotals: (range) => readTotals(isOwn, range),
    counts: { key: `created by ${userId}`, queryCounts: (range) => queryCounts(isOwn, range) },
    isTooMuch: (people) => people.reduce((rows, day) => rows + rowsOf(day), 0) > MAX_NAMED_ROWS,
  };
}

function rowsOf(day: DayTotals & Partial<Days>): number {
  return day.rows ?? 1;
}

async function findFirstDay(userId: string): Promise<string | null> {
  const [row] = await queryRows<{ day: string | null }>(
    pool(),
    sql`
      SELECT min(first.day)::text AS day FROM short_urls,
        LATERAL (SELECT day FROM click_days WHERE scope_id = short_urls.id ORDER BY day LIMIT 1) AS first
      WHERE created_by_id = ${userId}::uuid`,
  );
  return row?.day ?? null;
}

async function readTotals(isOwn: Sql, { from, to }: DayRange): Promise<Days[]> {
  const rows = await queryRows<{ [field in keyof Days]: field extends "isBot" ? boolean : string }>(
    pool(),
    sql`
      SELECT day::text, is_bot AS "isBot", count(*) AS rows, sum(total) AS total, sum(qr) AS qr,
             sum(visitors) AS visitors, max(xmin::text::bigint) AS version
      FROM click_days WHERE ${isOwn} AND day BETWEEN ${from} AND ${to} GROUP BY day, is_bot ORDER BY day`,
  );
  return rows.map(({ day, isBot, rows, total, qr, visitors, version }) => ({
    day,
    isBot,
    rows: Number(rows),
    total: Number(total),
    qr: Number(qr),
    visitors: Number(visitors),
    // A link can also lose all clicks of a day, or come to somebody else.
    version: `${version} ${rows} ${total}`,
  }));
}

async function queryCounts(isOwn: Sql, { from, to }: DayRange): Promise<NamedCount[]> {
  const { rows } = await pool().query<[key: string, count: string]>({
    rowMode: "array",
    ...sql`
      SELECT key, sum(value::bigint) FROM click_days, json_each_text(counts)
      WHERE ${isOwn} AND day BETWEEN ${from} AND ${to} AND NOT is_bot
        AND NOT starts_with(key, 'hour:') AND NOT starts_with(key, 'placement:')
      GROUP BY key`,
  });
  return rows.map(([key, count]) => [key, Number(count)]);
}

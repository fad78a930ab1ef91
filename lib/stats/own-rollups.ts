import type { DayRange } from "@/lib/analytics/days";
import type { DayTotals } from "@/lib/analytics/rollups";
import { type NamedCount, parseCounts } from "@/lib/analytics/tallies";
import { addDays, dayOf } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { memoizePast } from "@/lib/stats/past-days";
import type { RollupSource } from "@/lib/stats/rollup-stats";

/** Names are read from at most this many rows, each with the names of a link's day: about half a second. */
export const MAX_NAMED_ROWS = 50_000;

/** A day of many links, and how many of them had clicks. */
type Days = DayTotals & { rows: number };

/**
 * The counts of all links that a user created, deleted ones included: the sums over their links. A user may have
 * thousands of links, so those of past days are kept in memory, and names are left out when there are too many rows to
 * read.
 */
export function ownRollups(userId: string): RollupSource {
  const isOwn = sql`scope_id IN (SELECT id FROM short_urls WHERE created_by_id = ${userId}::uuid)`;
  const today = dayOf(Date.now(), env().TIME_ZONE);
  let newest: Promise<Newest> | undefined;
  const readNewestOnce = () => (newest ??= readNewest(userId, today));
  return {
    findFirstDay: async () => {
      const { version, days } = await readNewestOnce();
      const first = await memoizePast(`${userId} ${today}`, version, () => findFirstDay(userId, today));
      return first ?? days[0]?.day ?? null;
    },
    readTotals: async ({ from, to }) => {
      const { version, days } = await readNewestOnce();
      const past = { from, to: to < today ? to : addDays(today, -1) };
      const read = () => readTotals(sql`${isOwn} AND day BETWEEN ${past.from} AND ${past.to}`);
      const before = from < today ? await memoizePast(`${userId} ${past.from} ${past.to}`, version, read) : [];
      return [...before, ...days.filter(({ day }) => day >= from && day <= to)];
    },
    counts: { key: `created by ${userId}`, queryCounts: (range) => queryCounts(isOwn, range) },
    isTooMuch: (people) => people.reduce((rows, day) => rows + rowsOf(day), 0) > MAX_NAMED_ROWS,
  };
}

function rowsOf(day: DayTotals & Partial<Days>): number {
  return day.rows ?? 1;
}

async function findFirstDay(userId: string, before: string): Promise<string | null> {
  const [row] = await queryRows<{ day: string | null }>(
    readPool(),
    sql`
      SELECT min(first.day)::text AS day FROM short_urls,
        LATERAL (SELECT day FROM click_days WHERE scope_id = short_urls.id AND day < ${before} ORDER BY day LIMIT 1)
          AS first
      WHERE created_by_id = ${userId}::uuid`,
  );
  return row?.day ?? null;
}

type Newest = {
  /** Today, and later days if there are any. */
  days: Days[];
  /** Changes with the clicks of earlier days. */
  version: string;
};

/** The links' counters are the sums of all their days, so without the newest days they tell whether others changed. */
async function readNewest(userId: string, today: string): Promise<Newest> {
  const isOwn = sql`scope_id IN (SELECT id FROM own) AND day >= ${today}`;
  const rows = await queryRows<Partial<DaysRow> & { links: string; clicks: string }>(
    readPool(),
    sql`
      WITH own AS MATERIALIZED (SELECT id, click_count FROM short_urls WHERE created_by_id = ${userId}::uuid)
      SELECT * FROM (SELECT count(*) AS links, coalesce(sum(click_count), 0) AS clicks FROM own) AS counted
        LEFT JOIN (${totalsSql(isOwn)}) AS newest ON true ORDER BY day`,
  );
  const days = rows.flatMap((row) => (isDaysRow(row) ? toDays(row) : []));
  const people = days.reduce((sum, { isBot, total }) => sum + (isBot ? 0 : total), 0);
  return { days, version: `${rows[0]?.links} ${Number(rows[0]?.clicks) - people}` };
}

type DaysRow = { [field in keyof Days]: field extends "isBot" ? boolean : string };

function isDaysRow(row: Partial<DaysRow>): row is DaysRow {
  return typeof row.day === "string";
}

async function readTotals(condition: Sql): Promise<Days[]> {
  const rows = await queryRows<DaysRow>(readPool(), sql`${totalsSql(condition)} ORDER BY day`);
  return rows.map(toDays);
}

function totalsSql(condition: Sql): Sql {
  return sql`
    SELECT day::text, is_bot AS "isBot", count(*) AS rows, sum(total) AS total, sum(qr) AS qr,
           sum(visitors) AS visitors, max(xmin::text::bigint) AS version
    FROM click_days WHERE ${condition} GROUP BY day, is_bot`;
}

function toDays({ day, isBot, rows, total, qr, visitors, version }: DaysRow): Days {
  return {
    day,
    isBot,
    rows: Number(rows),
    total: Number(total),
    qr: Number(qr),
    visitors: Number(visitors),
    // A link can also lose all clicks of a day, or come to somebody else.
    version: `${version} ${rows} ${total}`,
  };
}

async function queryCounts(isOwn: Sql, { from, to }: DayRange): Promise<NamedCount[]> {
  if (from === to) return queryCountsOfDay(isOwn, from);
  const { rows } = await readPool().query<[key: string, count: string]>({
    rowMode: "array",
    ...sql`
      SELECT key, sum(value::bigint) FROM click_days, json_each_text(counts)
      WHERE ${isOwn} AND day BETWEEN ${from} AND ${to} AND NOT is_bot
        AND NOT starts_with(key, 'hour:') AND NOT starts_with(key, 'placement:')
      GROUP BY key`,
  });
  return rows.map(([key, count]) => [key, Number(count)]);
}

/** Mostly of today, whose counts change all the time. Adding them up here takes a third of the time. */
async function queryCountsOfDay(isOwn: Sql, day: string): Promise<NamedCount[]> {
  const { rows } = await readPool().query<[counts: string]>({
    rowMode: "array",
    ...sql`SELECT counts::text FROM click_days WHERE ${isOwn} AND day = ${day} AND NOT is_bot`,
  });
  const sums = new Map<string, number>();
  for (const [counts] of rows) {
    for (const [key, count] of parseCounts(counts)) sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return [...sums].filter(([key]) => !key.startsWith("hour:") && !key.startsWith("placement:"));
}

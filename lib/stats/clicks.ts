import type { Actor } from "@/lib/actor";
import { findFirstDay } from "@/lib/analytics/rollups";
import type { UrlClick } from "@/lib/analytics/types";
import { BOTS_SQL, dayTableSql, isOnDaySql, isWithinSql } from "@/lib/clicks/day-sql";
import { isAfter } from "@/lib/clicks/newest";
import { type DayRange, dayOf } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, raw, type Sql, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { DEFAULT_PAGE_SIZE, type Page, toPage } from "@/lib/list-query";
import { passesFiltersSql } from "@/lib/stats/filter-sql";
import { findFilterableFrom, findFirstStoredDay } from "@/lib/stats/filterable";
import { resolvePeriod } from "@/lib/stats/ranges";
import { countRaw } from "@/lib/stats/raw-counts";
import { type ListClicksQuery, toFilters } from "@/lib/stats/schema";
import type { StatFilter } from "@/lib/stats/types";
import { getUrlOrThrow } from "@/lib/urls/queries";

const COLUMNS = raw(`
  id, occurred_at AS "timestamp", ip_address AS "ipAddress", referer, referrer_host AS "referrerHost",
  user_agent AS "userAgent", access_method AS "accessMethod", device_type AS "deviceType", os, browser, country,
  city, language, placement, is_bot AS "isBot"`);

type ClickRow = Omit<UrlClick, "timestamp"> & { timestamp: Date };

/**
 * A link's clicks, newest first, by default without bots and prefetches: all stored ones, those in a range, or those
 * that pass filters, as statistics count them.
 *
 * @throws AppError not_found, including for a link that the actor may not see; unavailable
 */
export async function listClicks(
  actor: Actor,
  urlId: string,
  query: ListClicksQuery,
  now = Date.now(),
): Promise<Page<UrlClick>> {
  const { url } = await getUrlOrThrow(actor, urlId);
  return clicksOfUrl(url.id, query, now);
}

/** The same for callers who have authorised it. */
export async function clicksOfUrl(urlId: string, query: ListClicksQuery, now: number): Promise<Page<UrlClick>> {
  const filters = toFilters(query.filter ?? []);
  const isOfRange = Boolean(query.range || query.from || query.to);
  const range = isOfRange || filters.length > 0 ? await rangeOf(urlId, query, now) : null;
  return range && filters.length > 0 ? listPassing(urlId, query, { range, filters }) : listAll(urlId, query, range);
}

async function rangeOf(urlId: string, { range, from, to }: ListClicksQuery, now: number): Promise<DayRange> {
  const asked = range || from || to ? { range, from, to } : ({ range: "all" } as const);
  return (await resolvePeriod(asked, () => findFirstDay(urlId), now)).range;
}

/** The tables' keys serve the order, so a page takes the same time however many clicks there are. */
async function listAll(urlId: string, query: ListClicksQuery, range: DayRange | null): Promise<Page<UrlClick>> {
  const [total, rows] = await Promise.all([
    countStored(urlId, query, range),
    queryRows<ClickRow>(
      readPool(),
      sql`SELECT ${COLUMNS} FROM (${newestOf(urlId, query, range ? isWithinSql(range.from, range.to) : sql`true`)}) AS click`,
    ),
  ]);
  return toClickPage(rows, query, total);
}

/** Counts clicks from the daily counts, and one by one those of a day of which some may no longer be stored. */
async function countStored(urlId: string, { bots }: ListClicksQuery, range: DayRange | null): Promise<number> {
  const first = await findFirstStoredDay(urlId);
  if (!first) return 0;
  const isCounted = first.isWhole ? sql`day >= ${first.day}` : sql`day > ${first.day}`;
  const isAsked = !range || (range.from <= first.day && first.day <= range.to);
  const ofPartDay =
    first.isWhole || !isAsked
      ? sql`0`
      : sql`(SELECT count(*) FROM stored_clicks
             WHERE url_id = ${urlId} AND ${BOTS_SQL[bots]} AND ${isOnDaySql(first.day)})`;
  const [row] = await queryRows<{ total: string }>(
    readPool(),
    sql`SELECT coalesce(sum(total), 0) + ${ofPartDay} AS total FROM click_days
        WHERE scope_id = ${urlId} AND ${BOTS_SQL[bots]} AND ${isCounted}
          AND ${range ? sql`day BETWEEN ${range.from} AND ${range.to}` : sql`true`}`,
  );
  return Number(row?.total ?? 0);
}

/**
 * Counts the passing clicks per day first, so that only days with such clicks are read, and no more than a page needs.
 */
async function listPassing(
  urlId: string,
  query: ListClicksQuery,
  { range, filters }: { range: DayRange; filters: StatFilter[] },
): Promise<Page<UrlClick>> {
  const filterableFrom = await findFilterableFrom(urlId);
  if (filterableFrom === null || range.to < filterableFrom) return toClickPage([], query, 0);
  const from = range.from < filterableFrom ? filterableFrom : range.from;
  const counts = await countRaw({ urlId, range: { from, to: range.to }, filters, byHour: false });
  const passing = counts.days.map(({ day, clicks, bots }) => ({
    day,
    count: { include: clicks + bots, exclude: clicks, only: bots }[query.bots],
  }));
  const isOnDay = sql`occurred_at >= day.starts_at AND occurred_at < day.ends_at`;
  const page = newestOf(urlId, query, sql`${isOnDay} AND ${passesFiltersSql(filters)}`);
  const rows = await queryRows<ClickRow>(
    readPool(),
    sql`
      SELECT ${COLUMNS} FROM ${dayTableSql(daysOfPage(passing, query))}, LATERAL (${page}) AS click
      ORDER BY occurred_at DESC, id DESC LIMIT ${pageSize(query) + 1}`,
  );
  return toClickPage(
    rows,
    query,
    passing.reduce((sum, { count }) => sum + count, 0),
  );
}

/** The newest days that together have a page and one more click. */
function daysOfPage(passing: { day: string; count: number }[], query: ListClicksQuery): string[] {
  const last = query.cursor && dayOf(query.cursor.at, env().TIME_ZONE);
  const days: string[] = [];
  let found = 0;
  for (const { day, count } of passing.filter(({ count }) => count > 0).reverse()) {
    if (last !== undefined && day > last) continue;
    days.push(day);
    // Earlier pages may have all of the cursor's day.
    if (day !== last) found += count;
    if (found > pageSize(query)) break;
  }
  return days;
}

function newestOf(urlId: string, query: ListClicksQuery, condition: Sql): Sql {
  const { cursor, bots } = query;
  const last = cursor ? isAfter({ occurred_at: new Date(cursor.at), id: cursor.id }) : sql`true`;
  return sql`
    SELECT * FROM stored_clicks WHERE url_id = ${urlId} AND ${BOTS_SQL[bots]} AND ${last} AND ${condition}
    ORDER BY occurred_at DESC, id DESC LIMIT ${pageSize(query) + 1}`;
}

function pageSize({ limit = DEFAULT_PAGE_SIZE }: ListClicksQuery): number {
  return limit;
}

function toClickPage(rows: ClickRow[], query: ListClicksQuery, total: number): Page<UrlClick> {
  const clicks = rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));
  return toPage(clicks, pageSize(query), { total }, ({ id, timestamp }) => `${Date.parse(timestamp)}_${id}`);
}

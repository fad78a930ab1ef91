import { containsPattern } from "@/lib/db/contains";
import { Prisma } from "@/lib/db/generated/client";
import { prisma } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import type { Total } from "@/lib/format";
import { groupIdsOf } from "@/lib/groups/queries";
import { CURSOR_INVALID, DEFAULT_PAGE_SIZE, MAX_COUNTED, type Page, toPage, toTotal } from "@/lib/list-query";
import { getBaseUrl } from "@/lib/settings/queries";
import { type ShortUrlRow, shortUrlColumns, toShortUrl } from "@/lib/urls/dto";
import { CURSOR_SEPARATOR, type ListUrlsQuery, type UrlSort } from "@/lib/urls/list-schema";
import type { ShortUrl, UrlStatus } from "@/lib/urls/types";
import type { Actor } from "@/lib/users/types";

/** A search reads what it counts: it counts fewer. */
const MAX_COUNTED_MATCHES = 2000;

const EVERYTHING = Prisma.sql`true`;
/** Columns are named as their fields, in snake case (prisma/schema.prisma). */
const COLUMNS = Prisma.raw(
  Object.keys(shortUrlColumns)
    .filter((field) => field !== "favicon")
    .map((field) => `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS "${field}"`)
    .concat(`(SELECT json_build_object('host', host, 'etag', etag) FROM favicons WHERE host = favicon_host) AS favicon`)
    .join(", "),
);

/** The short URLs that one may see, newest first unless sorted. */
export async function listUrls(actor: Actor, query: ListUrlsQuery = {}): Promise<Page<ShortUrl>> {
  return listUrlsOf(await visibleUrls(actor), query);
}

/** The short URLs of a group, newest first unless sorted. */
export async function listUrlsOfGroup(groupId: string, query: ListUrlsQuery = {}): Promise<Page<ShortUrl>> {
  return listUrlsOf(Prisma.sql`group_id = ${groupId}::uuid`, query);
}

async function listUrlsOf(scope: Prisma.Sql, query: ListUrlsQuery): Promise<Page<ShortUrl>> {
  const { limit = DEFAULT_PAGE_SIZE, cursor, sort = "-createdAt" } = query;
  const where = Prisma.join([scope, ...filtersOf(query)], " AND ");
  const page = cursor ? Prisma.sql`${where} AND ${await behind(cursor, sort, scope)}` : where;
  const counted = query.q ? await count(scope, where, query) : null;
  const from = counted && !counted.hasMoreThanTotal ? fenced(page) : Prisma.sql`short_urls WHERE ${page}`;
  const [baseUrl, rows] = await Promise.all([
    getBaseUrl(),
    prisma().$queryRaw<ShortUrlRow[]>`SELECT ${COLUMNS} FROM ${from} ORDER BY ${orderOf(sort)} LIMIT ${limit + 1}`,
  ]);
  const isWhole = !cursor && rows.length <= limit;
  const total = counted ?? (isWhole ? { total: rows.length } : await count(scope, where, query));
  const urls = rows.map((row) => toShortUrl(row, baseUrl));
  return toPage(urls, limit, total, (last) => cursorOf(last, sort));
}

/**
 * Few matches, all found before they are sorted: the database would rather read links in their order
 * until it has a page of matches, which are far off when they are old.
 */
function fenced(where: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT * FROM short_urls WHERE ${where} OFFSET 0) AS found`;
}

/**
 * `canSeeUrl` as a condition of a query. With the groups themselves, not a query for them: the
 * database then knows that they are few, and does not read all links to find them.
 */
async function visibleUrls(actor: Actor): Promise<Prisma.Sql> {
  if (actor.role === "overall_admin") return EVERYTHING;
  const groupIds = [...(await groupIdsOf(actor.id))];
  return Prisma.sql`(created_by_id = ${actor.id}::uuid OR group_id = ANY(${groupIds}::uuid[]))`;
}

function filtersOf({ q, status, group, creator }: ListUrlsQuery): Prisma.Sql[] {
  return [
    ...(status ? [Prisma.sql`status = ${status}::url_status`] : []),
    ...(group === "none" ? [Prisma.sql`group_id IS NULL`] : []),
    ...(group && group !== "none" ? [Prisma.sql`group_id = ${group}::uuid`] : []),
    ...(creator ? [Prisma.sql`created_by_id = ${creator}::uuid`] : []),
    ...(q ? [Prisma.sql`(short_code ILIKE ${containsPattern(q)} OR original_url ILIKE ${containsPattern(q)})`] : []),
  ];
}

/** Up to a bound, but for all links, which are counted as they come. */
async function count(
  scope: Prisma.Sql,
  where: Prisma.Sql,
  { q, status, group, creator }: ListUrlsQuery,
): Promise<Total> {
  if (scope === EVERYTHING && !q && !group && !creator) return { total: await countAll(status) };
  const most = q ? MAX_COUNTED_MATCHES : MAX_COUNTED;
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM short_urls WHERE ${where} LIMIT ${most + 1}) AS found`;
  return toTotal(row?.count ?? 0, most);
}

async function countAll(status: UrlStatus | undefined): Promise<number> {
  const sum = await prisma().shortUrlCount.aggregate({ _sum: { change: true }, where: { ...(status && { status }) } });
  return Number(sum._sum.change ?? 0);
}

/** What a link is sorted by, besides its id; none where ids do, which are UUIDv7: their order is that of creation. */
function keyOf(sort: UrlSort): Prisma.Sql | null {
  switch (sort) {
    case "createdAt":
    case "-createdAt":
      return null;
    case "clickCount":
    case "-clickCount":
      return Prisma.sql`click_count`;
    case "shortCode":
    case "-shortCode":
      return Prisma.sql`lower(short_code)`;
    case "originalUrl":
    case "-originalUrl":
      return Prisma.sql`original_url`;
  }
}

function orderOf(sort: UrlSort): Prisma.Sql {
  const key = keyOf(sort);
  const direction = isDescending(sort) ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return key ? Prisma.sql`${key} ${direction}, id ${direction}` : Prisma.sql`id ${direction}`;
}

/**
 * The condition of coming behind a link in the order of `orderOf`.
 *
 * @throws AppError invalid when there is no such link to be seen
 */
async function behind(cursor: string, sort: UrlSort, scope: Prisma.Sql): Promise<Prisma.Sql> {
  const [id = "", clickCount] = cursor.split(CURSOR_SEPARATOR);
  const than = isDescending(sort) ? Prisma.sql`<` : Prisma.sql`>`;
  const key = keyOf(sort);
  if (!key) return Prisma.sql`id ${than} ${id}::uuid`;
  if (isByClicks(sort) && clickCount) {
    return Prisma.sql`(${key}, id) ${than} (${BigInt(clickCount)}::bigint, ${id}::uuid)`;
  }
  const [last] = await prisma().$queryRaw<{ value: string | bigint }[]>`
    SELECT ${key} AS value FROM short_urls WHERE id = ${id}::uuid AND ${scope}`;
  if (!last) throw new AppError("invalid", CURSOR_INVALID, "cursor");
  return Prisma.sql`(${key}, id) ${than} (${last.value}, ${id}::uuid)`;
}

/** Clicks go on while one pages: how many the last link of a page had then is kept with its id. */
function cursorOf({ id, clickCount }: ShortUrl, sort: UrlSort): string {
  return isByClicks(sort) ? `${id}${CURSOR_SEPARATOR}${clickCount}` : id;
}

function isByClicks(sort: UrlSort): boolean {
  return sort === "clickCount" || sort === "-clickCount";
}

function isDescending(sort: UrlSort): boolean {
  return sort.startsWith("-");
}

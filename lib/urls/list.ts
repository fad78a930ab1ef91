import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import { lastClickDays } from "@/lib/clicks/last-click";
import { beginsWithPattern, containsPattern } from "@/lib/db/contains";
import { readPool } from "@/lib/db/read-pool";
import { join, queryRows, raw, type Sql, sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";
import type { Total } from "@/lib/format";
import { findPeople, namesOf, searchPeople } from "@/lib/groups/people";
import { DEFAULT_PAGE_SIZE, MAX_COUNTED, type Page, toPage, toTotal } from "@/lib/list-query";
import { type SearchWord, toSearchWords } from "@/lib/search-text";
import { getBaseUrl } from "@/lib/settings/queries";
import { type ShortUrlRow, shortUrlColumns, toShortUrl } from "@/lib/urls/dto";
import { after, toCursor, toOrderBy, toSortKey, toTimestamp } from "@/lib/urls/list-order";
import type { ListApiUrlsQuery, ListCreatorsQuery, ListUrlsQuery } from "@/lib/urls/list-schema";
import { type ListedUrl, MAX_CREATORS, type UrlCreator, type UrlStatusFilter } from "@/lib/urls/types";
import { ALL_URLS, visibleUrls } from "@/lib/urls/visible";

/** Lower for searches, which read every row they count. */
const MAX_COUNTED_MATCHES = 2000;

/** Column names are the field names in snake case (prisma/schema.prisma). */
const COLUMNS = raw(
  Object.keys(shortUrlColumns)
    .filter((field) => field !== "favicon")
    .map((field) => `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS "${field}"`)
    .concat(`(SELECT json_build_object('host', host, 'etag', etag) FROM favicons WHERE host = favicon_host) AS favicon`)
    .join(", "),
);

/**
 * Lists the links visible to the actor, newest first and without deleted ones by default. A search also finds links by
 * the names of creators whom the actor may see.
 *
 * @param only with `hasQr`, lists only links with a QR code
 */
export async function listUrls(
  actor: Actor,
  { q, ...query }: ListUrlsQuery = {},
  only: Only = {},
): Promise<Page<ListedUrl>> {
  const words = toSearchWords(q ?? "", await getBaseUrl());
  const people = await findPeople(actor, words);
  return listVisible(actor, { ...query, ...only, search: words.map((word, index) => toMatch(word, people[index])) });
}

/**
 * Lists the visible links whose short code begins with a text, in any case, the newest first. For texts with only short
 * words.
 */
export async function listUrlsByBeginning(actor: Actor, beginning: string, limit: number): Promise<Page<ListedUrl>> {
  return listVisible(actor, { limit, search: [toBeginning(beginning)] });
}

/** pg_trgm only knows letters and digits, and where they begin and end. */
const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** Whether a search for the text can use trigrams: shorter words would be looked for in every link (decision 0061). */
export function hasTrigrams(text: string): boolean {
  return text.split(/\s+/).some((word) => word.length >= 3 && TRIGRAM.test(word));
}

/**
 * Finds the newest visible links, including deleted ones, with a text in their short code or destination. A text with
 * only short words must begin the short code.
 */
export async function findUrlIdsByText(
  actor: Actor,
  text: string,
  limit: number,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const words = hasTrigrams(text) ? toSearchWords(text, await getBaseUrl()) : null;
  const search = words ? words.map((word) => toMatch(word)) : [toBeginning(text)];
  const { items, nextCursor } = await listUrlsOf(await visibleUrls(actor), { limit, status: "all", search });
  return { ids: items.map(({ id }) => id), hasMore: nextCursor !== null };
}

/** Returns the visible link with this short code, in any case, even if it is deleted; null if there is none. */
export async function findListedUrlByCode(actor: Actor, shortCode: string): Promise<ListedUrl | null> {
  const search = [sql`lower(short_code) = lower(${shortCode})`];
  const page = await listVisible(actor, { limit: 1, status: "all", search });
  return page.items[0] ?? null;
}

/**
 * Returns a link in the form of lists, even if it is deleted; null if it does not exist or is not visible to the actor.
 */
export async function findListedUrl(actor: Actor, id: string): Promise<ListedUrl | null> {
  if (!isUuid(id)) return null;
  const page = await listVisible(actor, { limit: 1, status: "all", search: [sql`short_urls.id = ${id}::uuid`] });
  return page.items[0] ?? null;
}

/** @throws AppError not_found if the link does not exist or is not visible to the actor */
export async function getListedUrl(actor: Actor, id: string): Promise<ListedUrl> {
  const url = await findListedUrl(actor, id);
  if (!url) throw notFound("Short URL");
  return url;
}

async function listVisible(actor: Actor, query: Query): Promise<Page<ListedUrl>> {
  const [baseUrl, page] = await Promise.all([
    getBaseUrl(),
    visibleUrls(actor).then((scope) => listUrlsOf(scope, query)),
  ]);
  const creatorIds = new Set(page.items.flatMap(({ createdById }) => createdById ?? []));
  const [names, lastDays] = await Promise.all([
    namesOf(actor, [...creatorIds]),
    lastClickDays(page.items.map(({ id }) => id)),
  ]);
  const items = page.items.map((row) => ({
    ...toShortUrl(row, baseUrl),
    createdByName: names.get(row.createdById ?? "") ?? null,
    lastClickedOn: lastDays.get(row.id) ?? null,
  }));
  return { ...page, items };
}

/** Lists the links of a group, including deleted ones, newest first by default. Does not authorise. */
export async function listUrlsOfGroup(
  groupId: string,
  { q, status, ...query }: ListApiUrlsQuery = {},
): Promise<Page<ShortUrlRow>> {
  const search = toSearchWords(q ?? "", await getBaseUrl()).map((word) => toMatch(word));
  // Also the scope of cursors, which would otherwise tell where a link of another group sorts.
  const scope = sql`short_urls.group_id = ${groupId}::uuid`;
  return listUrlsOf(scope, { ...query, status: status ?? "all", search, group: groupId });
}

type Only = { hasQr?: boolean };

/** @param search conditions that must all hold */
type Query = Omit<ListUrlsQuery, "sort" | "q"> & Omit<ListApiUrlsQuery, "q" | "status"> & Only & { search: Sql[] };

async function listUrlsOf(scope: Sql, query: Query): Promise<Page<ShortUrlRow>> {
  // Sorted by change, a link that changes between two pages appears again on a later one, and none is left out.
  const { limit = DEFAULT_PAGE_SIZE, cursor, updatedSince, sort = updatedSince ? "updatedAt" : "-createdAt" } = query;
  const where = join([scope, ...toConditions(query)], " AND ");
  const page = cursor ? sql`${where} AND ${await after(cursor, sort, scope)}` : where;
  const counted = query.search.length > 0 ? await count(scope, where, query) : null;
  const order = sql`ORDER BY ${toOrderBy(sort)} LIMIT ${limit + 1}`;
  const isWholeGroup = query.status === "all" && query.group !== undefined && query.group !== "none";
  const from =
    counted && !counted.hasMoreThanTotal
      ? materialize(page)
      : isWholeGroup && toSortKey(sort) === null
        ? mergeDeleted(page, order)
        : sql`short_urls WHERE ${page}`;
  const found = await queryRows<FoundRow>(readPool(), sql`SELECT ${COLUMNS} FROM ${from} ${order}`);
  const rows = found.map((row) => ({ ...row, clickCount: BigInt(row.clickCount) }));
  const isOnlyPage = !cursor && rows.length <= limit;
  const total = counted ?? (isOnlyPage ? { total: rows.length } : await count(scope, where, query));
  return toPage(rows, limit, total, (last) => toCursor(last, sort));
}

type FoundRow = Omit<ShortUrlRow, "clickCount"> & { clickCount: string };

/**
 * Makes Postgres find all matches before sorting. If they are few, that beats its preferred plan of scanning links in
 * sort order until a page is full, which reads many rows if matches are old.
 */
function materialize(where: Sql): Sql {
  return sql`(SELECT * FROM short_urls WHERE ${where} OFFSET 0) AS found`;
}

/**
 * A group's links are in two indexes, one for those shown by default and one for deleted ones, each in order of ids.
 */
function mergeDeleted(where: Sql, order: Sql): Sql {
  return sql`(
    (SELECT * FROM short_urls WHERE ${where} AND ${IS_SHOWN} ${order}) UNION ALL
    (SELECT * FROM short_urls WHERE ${where} AND status = 'deleted' ${order})) AS found`;
}

function toConditions({ search, status, group, creator, externalId, updatedSince, hasQr }: Query): Sql[] {
  return [
    ...(hasQr ? [sql`qr_generated_at IS NOT NULL`] : []),
    ...(externalId === undefined ? [] : [sql`external_id = ${externalId}`]),
    ...(updatedSince ? [sql`updated_at >= ${toTimestamp(Date.parse(updatedSince))}`] : []),
    ...toStatusCondition(status),
    ...(group === "none" ? [sql`group_id IS NULL`] : []),
    ...(group && group !== "none" ? [sql`group_id = ${group}::uuid`] : []),
    ...(creator === "none" ? [sql`created_by_id IS NULL`] : []),
    ...(creator && creator !== "none" ? [sql`created_by_id = ${creator}::uuid`] : []),
    ...search,
  ];
}

/** The condition of the indexes for lists that leave out deleted links. */
const IS_SHOWN = sql`status <> 'deleted'`;

/** Deleted links are listed only if requested. */
function toStatusCondition(status: UrlStatusFilter | undefined): Sql[] {
  if (status === "all") return [];
  return [status ? sql`status = ${status}::url_status` : IS_SHOWN];
}

function toBeginning(text: string): Sql {
  return sql`short_code ILIKE ${beginsWithPattern(text)}`;
}

/** Condition for a link to match a search word, like `filterUrls` in the browser. */
function toMatch({ spellings, shortCode }: SearchWord, creatorIds: string[] = []): Sql {
  const ways = [
    ...(shortCode === null ? [] : [sql`lower(short_code) = ${shortCode}`]),
    ...spellings.map((spelling) => sql`original_url ILIKE ${containsPattern(spelling)}`),
    ...spellings
      .filter((spelling) => /^[\w-]+$/.test(spelling))
      .map((spelling) => sql`short_code ILIKE ${containsPattern(spelling)}`),
    ...(creatorIds.length > 0 ? [sql`created_by_id = ANY (${creatorIds}::uuid[])`] : []),
  ];
  return sql`(${join(ways, " OR ")})`;
}

/** Counts matches up to a maximum. The total of all links is exact, from stored counters. */
async function count(scope: Sql, where: Sql, { search, status, group, creator, hasQr }: Query): Promise<Total> {
  const isSearch = search.length > 0;
  if (scope === ALL_URLS && !isSearch && !group && !creator && !hasQr) return { total: await countAll(status) };
  const max = isSearch ? MAX_COUNTED_MATCHES : MAX_COUNTED;
  const [row] = await queryRows<{ count: number }>(
    readPool(),
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM short_urls WHERE ${where} LIMIT ${max + 1}) AS found`,
  );
  return toTotal(row?.count ?? 0, max);
}

async function countAll(status: UrlStatusFilter | undefined): Promise<number> {
  const where = join([sql`true`, ...toStatusCondition(status)], " AND ");
  const [row] = await queryRows<{ count: string }>(
    readPool(),
    sql`SELECT coalesce(sum(change), 0) AS count FROM short_url_counts WHERE ${where}`,
  );
  return Number(row?.count ?? 0);
}

/** Lists the people by whom the actor can filter links: those the actor may see, the actor first, then by name. */
export async function listCreators(actor: Actor, query: ListCreatorsQuery): Promise<UrlCreator[]> {
  return searchPeople(actor, { ...query, limit: MAX_CREATORS });
}

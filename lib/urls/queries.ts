import { validate as isUuid } from "uuid";
import { contains } from "@/lib/db/contains";
import type { Prisma } from "@/lib/db/generated/client";
import { prisma } from "@/lib/db/prisma";
import { notFound } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";
import { DEFAULT_PAGE_SIZE, type Page, toPage } from "@/lib/list-query";
import { getBaseUrl } from "@/lib/settings/queries";
import { type ShortUrlRow, shortUrlColumns, toShortUrl } from "@/lib/urls/dto";
import type { ListUrlsQuery } from "@/lib/urls/list-schema";
import { canSeeUrl } from "@/lib/urls/policy";
import { SHORT_CODE_PATTERN } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";
import type { Actor } from "@/lib/users/types";

/** The short URLs that one may see, newest first. */
export async function listUrls(actor: Actor, query: ListUrlsQuery = {}): Promise<Page<ShortUrl>> {
  return listUrlsOf(visibleUrls(actor), query);
}

/** The short URLs of a group, newest first. */
export async function listUrlsOfGroup(groupId: string, query: ListUrlsQuery = {}): Promise<Page<ShortUrl>> {
  return listUrlsOf({ groupId }, query);
}

async function listUrlsOf(scope: Prisma.ShortUrlWhereInput, query: ListUrlsQuery): Promise<Page<ShortUrl>> {
  const { limit = DEFAULT_PAGE_SIZE, cursor, q, status } = query;
  const where = { AND: [scope, ...(status ? [{ status }] : []), ...(q ? [matching(q)] : [])] };
  // Ids are UUIDv7: their order is that of creation.
  const page = cursor ? { AND: [where, { id: { lt: cursor } }] } : where;
  const [baseUrl, total, rows] = await Promise.all([
    getBaseUrl(),
    prisma().shortUrl.count({ where }),
    prisma().shortUrl.findMany({ where: page, select: shortUrlColumns, orderBy: { id: "desc" }, take: limit + 1 }),
  ]);
  const urls = rows.map((row) => toShortUrl(row, baseUrl));
  return toPage(urls, limit, total);
}

/**
 * @returns the link and the groups that the actor belongs to, on which what they may do depends
 * @throws AppError not_found when there is none, or none that the actor may see
 */
export async function getUrlOrThrow(
  actor: Actor,
  id: string,
): Promise<{ url: ShortUrlRow; memberOf: ReadonlySet<string> }> {
  const [url, memberOf] = await Promise.all([
    isUuid(id) ? prisma().shortUrl.findUnique({ where: { id }, select: shortUrlColumns }) : null,
    groupIdsOf(actor.id),
  ]);
  if (!url || !canSeeUrl(actor, url, memberOf)) throw notFound("Short URL");
  return { url, memberOf };
}

/** Those of these links that the actor may see, by id, and the groups that the actor belongs to. */
export async function findUrls(
  actor: Actor,
  ids: string[],
): Promise<{ urls: ReadonlyMap<string, ShortUrlRow>; memberOf: ReadonlySet<string> }> {
  const [rows, memberOf] = await Promise.all([
    prisma().shortUrl.findMany({ where: { id: { in: ids.filter((id) => isUuid(id)) } }, select: shortUrlColumns }),
    groupIdsOf(actor.id),
  ]);
  const visible = rows.filter((row) => canSeeUrl(actor, row, memberOf));
  return { urls: new Map(visible.map((row) => [row.id, row])), memberOf };
}

/**
 * @param idOrCode a code in any case; what is both is an id
 * @throws AppError not_found when there is none, or none of this group
 */
export async function getUrlOfGroupOrThrow(groupId: string, idOrCode: string): Promise<ShortUrlRow> {
  const byId = isUuid(idOrCode) ? await findUrlOfGroup(groupId, idOrCode) : null;
  const url = byId ?? (await findUrlOfGroup(groupId, await findIdByCode(idOrCode)));
  if (!url) throw notFound("Short URL");
  return url;
}

async function findUrlOfGroup(groupId: string, id: string | undefined): Promise<ShortUrlRow | null> {
  return id ? prisma().shortUrl.findFirst({ where: { id, groupId }, select: shortUrlColumns }) : null;
}

/** By the index on lower(short_code), which Prisma's own comparison without case does not use. */
async function findIdByCode(shortCode: string): Promise<string | undefined> {
  if (!SHORT_CODE_PATTERN.test(shortCode)) return undefined;
  const [row] = await prisma().$queryRaw<{ id: string }[]>`
    SELECT id FROM short_urls WHERE lower(short_code) = lower(${shortCode})`;
  return row?.id;
}

/** `canSeeUrl` as a condition of a query. */
function visibleUrls(actor: Actor) {
  if (actor.role === "overall_admin") return {};
  return {
    OR: [{ createdById: actor.id }, { group: { memberships: { some: { userId: actor.id } } } }],
  };
}

function matching(text: string) {
  return { OR: [{ shortCode: contains(text) }, { originalUrl: contains(text) }] };
}

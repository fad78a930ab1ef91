import { validate as isUuid } from "uuid";
import { contains } from "@/lib/db/contains";
import { prisma } from "@/lib/db/prisma";
import { notFound } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";
import { DEFAULT_PAGE_SIZE, type Page, toPage } from "@/lib/list-query";
import { getBaseUrl } from "@/lib/settings/queries";
import { type ShortUrlRow, shortUrlColumns, toShortUrl } from "@/lib/urls/dto";
import type { ListUrlsQuery } from "@/lib/urls/list-schema";
import { canSeeUrl } from "@/lib/urls/policy";
import type { ShortUrl } from "@/lib/urls/types";
import type { Actor } from "@/lib/users/types";

/** The short URLs that one may see, newest first. */
export async function listUrls(actor: Actor, query: ListUrlsQuery = {}): Promise<Page<ShortUrl>> {
  const { limit = DEFAULT_PAGE_SIZE, cursor, q, status } = query;
  const where = { AND: [visibleUrls(actor), ...(status ? [{ status }] : []), ...(q ? [matching(q)] : [])] };
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

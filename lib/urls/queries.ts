import { validate as isUuid } from "uuid";
import { prisma } from "@/lib/db/prisma";
import { notFound } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";
import { type ShortUrlRow, shortUrlColumns } from "@/lib/urls/dto";
import { canSeeUrl } from "@/lib/urls/policy";
import { SHORT_CODE_PATTERN } from "@/lib/urls/schema";
import type { Actor } from "@/lib/users/types";

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

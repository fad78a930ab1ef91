import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { forbidden, notFound } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";
import { type ShortUrlRow, shortUrlColumns } from "@/lib/urls/dto";
import { canEditUrl, canSeeUrl } from "@/lib/urls/policy";
import { SHORT_CODE_PATTERN } from "@/lib/urls/schema";
import { visibleUrls } from "@/lib/urls/visible";

/**
 * @returns the link, and the actor's group ids for permission checks
 * @throws AppError not_found if the link does not exist or is not visible to the actor
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

/**
 * Returns a link that the actor may edit, and whose QR code they may therefore design and statistics share (design
 * section 7).
 *
 * @throws AppError not_found, forbidden
 */
export async function getEditableUrlOrThrow(actor: Actor, id: string): Promise<ShortUrlRow> {
  const { url, memberOf } = await getUrlOrThrow(actor, id);
  if (!canEditUrl(actor, url, memberOf)) throw forbidden();
  return url;
}

/** Whether the actor sees any link at all. */
export async function canSeeAnyUrl(actor: Actor): Promise<boolean> {
  const found = await queryRows(pool(), sql`SELECT FROM short_urls WHERE ${await visibleUrls(actor)} LIMIT 1`);
  return found.length > 0;
}

/** Returns those of the links that are visible, by id, and the actor's group ids. */
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
 * @param idOrCode an id, or a code in any case; ids take precedence
 * @throws AppError not_found if the link does not exist in this group
 */
export async function getUrlOfGroupOrThrow(groupId: string, idOrCode: string): Promise<ShortUrlRow> {
  const byId = isUuid(idOrCode) ? await findUrlOfGroup(groupId, idOrCode) : null;
  const url = byId ?? (await findUrlOfGroup(groupId, await findIdByCode(idOrCode)));
  if (!url) throw notFound("Short URL");
  return url;
}

/** Returns the active link with a code in any case, without authorising; null if there is none. */
export async function findActiveUrlByCode(shortCode: string): Promise<ShortUrlRow | null> {
  const id = await findIdByCode(shortCode);
  return id ? prisma().shortUrl.findFirst({ where: { id, status: "active" }, select: shortUrlColumns }) : null;
}

/** Returns the link with an API client's own id in the group; null if there is none. */
export async function findUrlByExternalId(groupId: string, externalId: string): Promise<ShortUrlRow | null> {
  return prisma().shortUrl.findFirst({ where: { groupId, externalId }, select: shortUrlColumns });
}

async function findUrlOfGroup(groupId: string, id: string | undefined): Promise<ShortUrlRow | null> {
  return id ? prisma().shortUrl.findFirst({ where: { id, groupId }, select: shortUrlColumns }) : null;
}

/** Uses the index on lower(short_code), which Prisma's case-insensitive comparison does not. */
async function findIdByCode(shortCode: string): Promise<string | undefined> {
  if (!SHORT_CODE_PATTERN.test(shortCode)) return undefined;
  const [row] = await queryRows<{ id: string }>(
    pool(),
    sql`SELECT id FROM short_urls WHERE lower(short_code) = lower(${shortCode})`,
  );
  return row?.id;
}

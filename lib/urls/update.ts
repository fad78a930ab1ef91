import { assertKeyUsable } from "@/lib/api-keys/usable";
import { changedFields } from "@/lib/audit/changes";
import { type AuditActor, recordAudit } from "@/lib/audit/record";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { AppError, forbidden } from "@/lib/errors";
import { rememberSite } from "@/lib/favicons/remember-site";
import { getBaseUrl } from "@/lib/settings/queries";
import { assertMayUseGroup } from "@/lib/urls/create";
import { storedDestination } from "@/lib/urls/destination";
import { type ShortUrlRow, shortUrlColumns, toShortUrl } from "@/lib/urls/dto";
import { assertMayBeActive } from "@/lib/urls/limit";
import { canDeleteUrl, canEditUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { UpdateUrlInput } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";
import type { Actor } from "@/lib/users/types";

export const GROUP_NEEDED = "A short URL without a creator must belong to a group";

/**
 * Changes destination, status or group; what the input leaves out stays. Becoming active again
 * counts against the creator's limit as creating does.
 *
 * @throws AppError not_found, forbidden, not_in_group, url_limit_reached, invalid
 */
export async function updateUrl(actor: Actor, id: string, input: UpdateUrlInput): Promise<ShortUrl> {
  const { url, memberOf } = await getUrlOrThrow(actor, id);
  assertMayUpdate(actor, url, { memberOf, input });
  if (input.groupId !== undefined && input.groupId !== url.groupId) await assertMayUseGroup(actor, input.groupId);

  const baseUrl = await getBaseUrl();
  const originalUrl = input.originalUrl === undefined ? undefined : storedDestination(input.originalUrl, baseUrl);
  return toShortUrl(await changeUrl(actor, url, { ...input, originalUrl }), baseUrl);
}

/** @throws AppError forbidden, and invalid where a link would be left with neither creator nor group */
export function assertMayUpdate(
  actor: Actor,
  url: ShortUrlRow,
  { memberOf, input }: { memberOf: ReadonlySet<string>; input: Pick<UpdateUrlInput, "status" | "groupId"> },
): void {
  if (!canEditUrl(actor, url, memberOf)) throw forbidden();
  if (input.status === "deleted" && url.status !== "deleted" && !canDeleteUrl(actor, url, memberOf)) throw forbidden();
  if (input.groupId === null && url.createdById === null) throw new AppError("invalid", GROUP_NEEDED, "groupId");
}

/**
 * The same for a link that the actor may change in this way. What alters nothing is no change, and is
 * not in the audit log.
 *
 * @param input with the destination as it is stored
 * @throws AppError url_limit_reached
 */
export async function changeUrl(actor: AuditActor, url: ShortUrlRow, input: UpdateUrlInput): Promise<ShortUrlRow> {
  const changes = {
    ...(input.originalUrl !== undefined && { originalUrl: input.originalUrl }),
    ...(input.status !== undefined && { status: input.status }),
    ...(input.groupId !== undefined && { groupId: input.groupId }),
  };
  return prisma().$transaction(async (tx) => {
    if (input.status === "active") await assertMayBeActive(tx, url);
    const stored = await lockUrl(tx, url.id);
    if ("apiKeyId" in actor) await assertKeyUsable(tx, actor.apiKeyId);
    const { originalUrl, status, groupId } = stored;
    const altered = changedFields({ originalUrl, status, groupId }, changes);
    if (!altered) return stored;
    const site = input.originalUrl !== undefined && { faviconHost: await rememberSite(tx, input.originalUrl) };
    const row = await tx.shortUrl.update({
      where: { id: url.id },
      data: { ...changes, ...site },
      select: shortUrlColumns,
    });
    await recordAudit(tx, actor, {
      action: "short_url.update",
      subject: { type: "short_url", id: url.id, label: url.shortCode },
      ...altered,
    });
    return row;
  });
}

/** As it is at this moment; locked, so that the audit log tells of several changes at once in their order. */
async function lockUrl(tx: Transaction, id: string): Promise<ShortUrlRow> {
  await tx.$queryRaw`SELECT FROM short_urls WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return tx.shortUrl.findUniqueOrThrow({ where: { id }, select: shortUrlColumns });
}

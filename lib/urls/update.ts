import type { Actor } from "@/lib/actor";
import { assertKeyUsable } from "@/lib/api-keys/usable";
import { changedFields } from "@/lib/audit/changes";
import { type AuditActor, recordAudit } from "@/lib/audit/record";
import { isUniqueViolation, prisma, type Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError, forbidden } from "@/lib/errors";
import { upsertSite } from "@/lib/favicons/upsert-site";
import { groupIdsOf } from "@/lib/groups/queries";
import { getBaseUrl } from "@/lib/settings/queries";
import { storedDestination } from "@/lib/urls/destination";
import { type ShortUrlRow, shortUrlColumns, toShortUrl } from "@/lib/urls/dto";
import { EXTERNAL_ID_TAKEN, lockExternalId } from "@/lib/urls/external-ids";
import { consumeUrlQuota, lockUrlQuotas } from "@/lib/urls/limit";
import { canDeleteUrl, canEditUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";
import { revokeSharesOfDeleted } from "@/lib/urls/revoke-shares";
import type { UpdateUrlInput } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";
import { assertMayUseGroup } from "@/lib/urls/use-group";

export const CHANGED_SINCE = "This short URL was changed in the meantime";
export const STATUS_CHANGED_SINCE = "The status was changed in the meantime";
export const DELETED_WITHOUT_QR = "A QR code can't be created for a deleted link";
export const GROUP_REQUIRED = "A short URL without a creator must belong to a group";

/**
 * Updates a link's destination, status or group, or gives it a QR code; omitted fields stay unchanged. Reactivating
 * counts against the creator's limit. A link that moves to another group loses its external id (decision 0030).
 *
 * @throws AppError not_found, forbidden, not_in_group, url_limit_reached, invalid, conflict
 */
export async function updateUrl(actor: Actor, id: string, input: UpdateUrlInput): Promise<ShortUrl> {
  const { url, memberOf } = await getUrlOrThrow(actor, id);
  assertMayUpdate(actor, url, { memberOf, input });
  if (input.groupId !== undefined && input.groupId !== url.groupId) await assertMayUseGroup(actor, input.groupId);

  const baseUrl = await getBaseUrl();
  const originalUrl = input.originalUrl === undefined ? undefined : storedDestination(input.originalUrl, baseUrl);
  return toShortUrl(await changeUrl(actor, url, { ...input, originalUrl }), baseUrl);
}

/** @throws AppError forbidden; invalid if the link would have neither creator nor group */
export function assertMayUpdate(
  actor: Actor,
  url: ShortUrlRow,
  { memberOf, input }: { memberOf: ReadonlySet<string>; input: Pick<UpdateUrlInput, "status" | "groupId"> },
): void {
  if (!canEditUrl(actor, url, memberOf)) throw forbidden();
  if (input.status === "deleted" && url.status !== "deleted" && !canDeleteUrl(actor, url, memberOf)) throw forbidden();
  if (input.groupId === null && url.createdById === null) throw new AppError("invalid", GROUP_REQUIRED, "groupId");
}

/**
 * Like `updateUrl`, without authorising. No-ops are not audited.
 *
 * @param input with the destination in its stored form
 * @throws AppError url_limit_reached; conflict if the link was moved since it was read, has another status than
 *   `ifStatus`, another destination than `ifOriginalUrl`, another external id than `ifExternalId`, would get a QR code although it is deleted, or an external id
 *   that another link of its group has
 */
export async function changeUrl(
  actor: AuditActor,
  url: ShortUrlRow,
  input: UpdateUrlInput & { externalId?: string | null; ifExternalId?: string },
): Promise<ShortUrlRow> {
  const changes = {
    ...(input.originalUrl !== undefined && { originalUrl: input.originalUrl }),
    ...(input.status !== undefined && { status: input.status }),
    ...(input.groupId !== undefined && { groupId: input.groupId }),
    ...(input.externalId !== undefined && { externalId: input.externalId }),
    ...(input.groupId !== undefined && input.groupId !== url.groupId && { externalId: null }),
  };
  const change = async (tx: Transaction) => {
    const creators = input.status === "active" && url.createdById ? [url.createdById] : [];
    if (changes.externalId) await assertExternalIdFree(tx, url, changes.externalId);
    // Before the link, as in bulk changes.
    if (creators.length > 0) await lockUrlQuotas(tx, creators);
    const stored = await lockUnmovedUrl(tx, actor, url);
    if (input.ifExternalId !== undefined && stored.externalId !== input.ifExternalId) {
      throw new AppError("conflict", CHANGED_SINCE, "externalId");
    }
    // Counted again, since the link itself may have been paused before it was locked.
    if (creators.length > 0 && stored.status !== "active") {
      consumeUrlQuota(await lockUrlQuotas(tx, creators), stored);
    }
    if ("role" in actor && changes.groupId !== undefined && changes.groupId !== url.groupId) {
      await assertMayUseGroup(actor, changes.groupId, tx);
    }
    const { originalUrl, status, groupId, externalId, qrGeneratedAt } = stored;
    const lacksQr = input.generateQR === true && qrGeneratedAt === null;
    const before = { originalUrl, status, groupId, externalId, qrCode: qrGeneratedAt !== null };
    const changed = changedFields(before, { ...changes, ...(lacksQr && { qrCode: true }) });
    if (!changed) return stored;
    if (input.ifStatus !== undefined && status !== input.ifStatus && status !== input.status) {
      throw new AppError("conflict", STATUS_CHANGED_SINCE, "status");
    }
    if (input.ifOriginalUrl !== undefined && originalUrl !== input.ifOriginalUrl && originalUrl !== input.originalUrl) {
      throw new AppError("conflict", CHANGED_SINCE, "originalUrl");
    }
    if (lacksQr && (input.status ?? status) === "deleted") throw new AppError("conflict", DELETED_WITHOUT_QR);
    const site = input.originalUrl !== undefined && { faviconHost: await upsertSite(tx, input.originalUrl) };
    const row = await tx.shortUrl.update({
      where: { id: url.id },
      data: { ...changes, ...site, ...(lacksQr && { qrGeneratedAt: new Date() }) },
      select: shortUrlColumns,
    });
    await recordAudit(tx, actor, {
      action: "short_url.update",
      subject: { type: "short_url", id: url.id, label: url.shortCode },
      ...changed,
    });
    if (row.status === "deleted") await revokeSharesOfDeleted(tx, actor, [row]);
    return row;
  };
  return prisma()
    .$transaction(change)
    .catch((error) => {
      // An undone bulk move does not wait for the lock.
      throw isUniqueViolation(error) ? new AppError("conflict", EXTERNAL_ID_TAKEN, "externalId") : error;
    });
}

/** Asserts that no other link of the group has it, until the transaction ends. @throws AppError conflict */
async function assertExternalIdFree(tx: Transaction, { id, groupId }: ShortUrlRow, externalId: string): Promise<void> {
  const other = groupId === null ? undefined : await lockExternalId(tx, groupId, externalId);
  if (other && other !== id) throw new AppError("conflict", EXTERNAL_ID_TAKEN, "externalId");
}

/**
 * Locks and reads the current row, so that the audit entries of concurrent changes are consistent, and asserts that the
 * actor may still change it. Whoever was allowed to change the link in its former group may not be in the new one.
 *
 * @throws AppError conflict; forbidden, unauthorized, api_key_suspended
 */
export async function lockUnmovedUrl(
  tx: Transaction,
  actor: AuditActor,
  { id, groupId, createdById }: ShortUrlRow,
): Promise<ShortUrlRow> {
  await execute(tx, sql`SELECT FROM short_urls WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
  const stored = await tx.shortUrl.findUniqueOrThrow({ where: { id }, select: shortUrlColumns });
  if (stored.groupId !== groupId || stored.createdById !== createdById) throw new AppError("conflict", CHANGED_SINCE);
  await assertKeyUsable(tx, actor);
  if ("role" in actor && !(await canStillEdit(tx, actor, stored))) throw forbidden();
  return stored;
}

async function canStillEdit(tx: Transaction, actor: Actor, url: ShortUrlRow): Promise<boolean> {
  const needsNoGroup = canEditUrl(actor, url, new Set());
  return needsNoGroup || canEditUrl(actor, url, await groupIdsOf(actor.id, tx));
}

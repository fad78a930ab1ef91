import type { Actor } from "@/lib/actor";
import { type AuditActor, recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { canDeleteUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";
import { revokeSharesOfDeleted } from "@/lib/urls/revoke-shares";
import type { DeletedUrl } from "@/lib/urls/types";
import { lockUnmovedUrl } from "@/lib/urls/update";

/**
 * Sets a short URL's status to deleted. The row remains and its code is never reused; its shared pages are
 * revoked. Deleting twice is a no-op.
 *
 * @throws AppError not_found, forbidden, conflict
 */
export async function deleteUrl(actor: Actor, id: string): Promise<DeletedUrl> {
  const { url, memberOf } = await getUrlOrThrow(actor, id);
  if (!canDeleteUrl(actor, url, memberOf)) throw forbidden();
  return markDeleted(actor, url);
}

/**
 * Like `deleteUrl`, without authorising.
 *
 * @throws AppError conflict if the link was moved since it was read
 */
export async function markDeleted(actor: AuditActor, url: ShortUrlRow): Promise<DeletedUrl> {
  const { id, shortCode } = url;
  const previousStatus = await prisma().$transaction(async (tx) => {
    // Only one of several concurrent requests deletes and audits.
    const { status } = await lockUnmovedUrl(tx, actor, url);
    if (status === "deleted") return status;
    await tx.shortUrl.update({ where: { id }, data: { status: "deleted" } });
    await recordAudit(tx, actor, {
      action: "short_url.delete",
      subject: { type: "short_url", id, label: shortCode },
      before: { status },
      after: { status: "deleted" },
    });
    await revokeSharesOfDeleted(tx, actor, [{ id, shortCode }]);
    return status;
  });
  return { id, status: "deleted", previousStatus };
}

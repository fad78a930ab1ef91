import type { Actor } from "@/lib/actor";
import { assertKeyUsable } from "@/lib/api-keys/usable";
import { type AuditActor, recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { canDeleteUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";
import { revokeSharesOfDeleted } from "@/lib/urls/revoke-shares";

export type DeletedUrl = { id: string; status: "deleted" };

/**
 * Sets a short URL's status to deleted. The row remains and its code is never reused; its shared pages are
 * revoked. Deleting twice is a no-op.
 *
 * @throws AppError not_found, forbidden
 */
export async function deleteUrl(actor: Actor, id: string): Promise<DeletedUrl> {
  const { url, memberOf } = await getUrlOrThrow(actor, id);
  if (!canDeleteUrl(actor, url, memberOf)) throw forbidden();
  return markDeleted(actor, url);
}

/** Like `deleteUrl`, without authorising. */
export async function markDeleted(
  actor: AuditActor,
  { id, shortCode, status }: Pick<ShortUrlRow, "id" | "shortCode" | "status">,
): Promise<DeletedUrl> {
  if (status !== "deleted") {
    await prisma().$transaction(async (tx) => {
      // Only one of several concurrent requests deletes and audits.
      const { count } = await tx.shortUrl.updateMany({
        where: { id, status: { not: "deleted" } },
        data: { status: "deleted" },
      });
      if ("apiKeyId" in actor) await assertKeyUsable(tx, actor.apiKeyId);
      if (count === 0) return;
      await recordAudit(tx, actor, {
        action: "short_url.delete",
        subject: { type: "short_url", id, label: shortCode },
        before: { status },
        after: { status: "deleted" },
      });
      await revokeSharesOfDeleted(tx, actor, [{ id, shortCode }]);
    });
  }
  return { id, status: "deleted" };
}

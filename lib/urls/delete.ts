import { assertKeyUsable } from "@/lib/api-keys/usable";
import { type AuditActor, recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { canDeleteUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { Actor } from "@/lib/users/types";

export type DeletedUrl = { id: string; status: "deleted" };

/**
 * Deletes a short URL by its status: the row stays, and its code is never given out again.
 * Deleting twice is no error.
 *
 * @throws AppError not_found, forbidden
 */
export async function deleteUrl(actor: Actor, id: string): Promise<DeletedUrl> {
  const { url, memberOf } = await getUrlOrThrow(actor, id);
  if (!canDeleteUrl(actor, url, memberOf)) throw forbidden();
  return markDeleted(actor, url);
}

/** The same for a link that the actor may delete. */
export async function markDeleted(
  actor: AuditActor,
  { id, shortCode, status }: Pick<ShortUrlRow, "id" | "shortCode" | "status">,
): Promise<DeletedUrl> {
  if (status !== "deleted") {
    await prisma().$transaction(async (tx) => {
      // Of several at once, one deletes it and the others find it deleted.
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
    });
  }
  return { id, status: "deleted" };
}

import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import { canDeleteUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { Actor } from "@/lib/users/types";

/**
 * Deletes a short URL by its status: the row stays, and its code is never given out again.
 * Deleting twice is no error.
 *
 * @throws AppError not_found, forbidden
 */
export async function deleteUrl(actor: Actor, id: string): Promise<{ id: string; status: "deleted" }> {
  const { url } = await getUrlOrThrow(actor, id);
  if (!canDeleteUrl(actor, url)) throw forbidden();
  if (url.status !== "deleted") {
    await prisma().$transaction(async (tx) => {
      await tx.shortUrl.update({ where: { id }, data: { status: "deleted" } });
      await recordAudit(tx, actor, {
        action: "short_url.delete",
        subject: { type: "short_url", id, label: url.shortCode },
        before: { status: url.status },
        after: { status: "deleted" },
      });
    });
  }
  return { id, status: "deleted" };
}

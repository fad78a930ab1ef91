import type { Actor } from "@/lib/actor";
import { assertKeyUsable } from "@/lib/api-keys/usable";
import { type AuditActor, recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { notFound } from "@/lib/errors";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { getEditableUrlOrThrow } from "@/lib/urls/queries";

/**
 * Removes a placement of a link. Later scans of its code count without a placement; those already counted remain.
 *
 * @throws AppError not_found, forbidden
 */
export async function removePlacement(actor: Actor, urlId: string, name: string): Promise<{ name: string }> {
  return deletePlacement(actor, await getEditableUrlOrThrow(actor, urlId), name);
}

/** Like `removePlacement`, without authorising. */
export async function deletePlacement(
  actor: AuditActor,
  { id, shortCode }: Pick<ShortUrlRow, "id" | "shortCode">,
  name: string,
): Promise<{ name: string }> {
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.qrPlacement.deleteMany({ where: { urlId: id, name } });
    if ("apiKeyId" in actor) await assertKeyUsable(tx, actor.apiKeyId);
    if (count === 0) throw notFound("Placement");
    await recordAudit(tx, actor, {
      action: "short_url.remove_placement",
      subject: { type: "short_url", id, label: shortCode },
      before: { placement: name },
    });
  });
  return { name };
}

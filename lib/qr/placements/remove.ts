import type { Actor } from "@/lib/actor";
import { type AuditActor, recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { notFound } from "@/lib/errors";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { getEditableUrlOrThrow } from "@/lib/urls/queries";
import { lockUnmovedUrl } from "@/lib/urls/update";

/**
 * Removes a placement of a link. Later scans of its code count without a placement; those already counted remain.
 *
 * @throws AppError not_found, forbidden; conflict if the link was moved since it was read
 */
export async function removePlacement(actor: Actor, urlId: string, name: string): Promise<{ name: string }> {
  return deletePlacement(actor, await getEditableUrlOrThrow(actor, urlId), name);
}

/** Like `removePlacement`, without authorising. */
export async function deletePlacement(actor: AuditActor, url: ShortUrlRow, name: string): Promise<{ name: string }> {
  const { id, shortCode } = url;
  await prisma().$transaction(async (tx) => {
    await lockUnmovedUrl(tx, actor, url);
    const { count } = await tx.qrPlacement.deleteMany({ where: { urlId: id, name } });
    if (count === 0) throw notFound("Placement");
    await recordAudit(tx, actor, {
      action: "short_url.remove_placement",
      subject: { type: "short_url", id, label: shortCode },
      before: { placement: name },
    });
  });
  return { name };
}

import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { notFound } from "@/lib/errors";
import { getEditableUrlOrThrow } from "@/lib/urls/queries";
import { lockUnmovedUrl } from "@/lib/urls/update";

/**
 * Revokes a shared page of a link, permanently and at once, including for viewers who have entered its password.
 * Revoking twice is a no-op.
 *
 * @throws AppError not_found, forbidden; conflict if the link was moved since it was read
 */
export async function revokeShare(actor: Actor, urlId: string, shareId: string): Promise<{ id: string }> {
  const url = await getEditableUrlOrThrow(actor, urlId);
  const share = isUuid(shareId)
    ? await prisma().statShare.findFirst({ where: { id: shareId, urlId: url.id }, select: { id: true, name: true } })
    : null;
  if (!share) throw notFound("Shared page");
  const { id, name } = share;
  await prisma().$transaction(async (tx) => {
    await lockUnmovedUrl(tx, actor, url);
    // Matches nothing if a concurrent request has revoked it.
    const { count } = await tx.statShare.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 0) return;
    await recordAudit(tx, actor, {
      action: "short_url.revoke_share",
      subject: { type: "short_url", id: url.id, label: url.shortCode },
      before: { shareId: id, name },
    });
  });
  return { id };
}

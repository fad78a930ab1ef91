import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { getGroupOrThrow } from "@/lib/groups/queries";
import { cleanLogo } from "@/lib/qr/studio";
import type { AddLogoQuery } from "@/lib/qr/template-schema";
import type { QrLogo } from "@/lib/qr/types";

/**
 * Stores a logo as a cleaned PNG. One that no design uses is deleted after a day.
 *
 * @param bytes a PNG, JPEG or SVG
 * @throws AppError not_found for a group that the actor doesn't see; invalid; unavailable
 */
export async function addLogo(actor: Actor, bytes: Buffer, { group }: AddLogoQuery): Promise<QrLogo> {
  if (group !== undefined) await getGroupOrThrow(actor, group);
  const { png, width, height } = await cleanLogo(bytes);
  return prisma().$transaction(async (tx) => {
    const { id } = await tx.qrLogo.create({
      data: { png: new Uint8Array(png), width, height, groupId: group ?? null, createdById: actor.id },
      select: { id: true },
    });
    await recordAudit(tx, actor, {
      action: "qr_logo.create",
      subject: { type: "qr_logo", id, label: `${width} × ${height}` },
      after: { groupId: group ?? null, bytes: png.length },
    });
    return { id, width, height };
  });
}

import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { DAY_MS } from "@/lib/days";
import { prisma } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { getGroupOrThrow } from "@/lib/groups/queries";
import type { AddLogoQuery } from "@/lib/qr/designs/template-schema";
import { cleanLogo } from "@/lib/qr/studio";
import type { QrLogo } from "@/lib/qr/types";

/** Maximum uploads per user and day. */
const MAX_LOGOS = 50;
const TOO_MANY_LOGOS = "You've reached today's limit for logo uploads. Try again tomorrow.";

/**
 * Stores a logo as a cleaned PNG. One that no design uses is deleted after a day.
 *
 * @param bytes a PNG, JPEG or SVG
 * @throws AppError not_found for a group that the actor doesn't see; invalid; conflict after MAX_LOGOS uploads
 * in a day; unavailable
 */
export async function addLogo(actor: Actor, bytes: Buffer, { group }: AddLogoQuery): Promise<QrLogo> {
  if (group !== undefined) await getGroupOrThrow(actor, group);
  const { png, width, height } = await cleanLogo(bytes, actor.id);
  return prisma().$transaction(async (tx) => {
    // Locked so that concurrent uploads are counted one at a time.
    await execute(tx, sql`SELECT FROM users WHERE id = ${actor.id}::uuid FOR NO KEY UPDATE`);
    const since = new Date(Date.now() - DAY_MS);
    const uploaded = await tx.qrLogo.count({ where: { createdById: actor.id, createdAt: { gt: since } } });
    if (uploaded >= MAX_LOGOS) throw new AppError("conflict", TOO_MANY_LOGOS);
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

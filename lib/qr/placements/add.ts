import type { Actor } from "@/lib/actor";
import { type AuditActor, recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { countScans, toPlacement } from "@/lib/qr/placements/queries";
import { type AddPlacementInput, MAX_PLACEMENTS } from "@/lib/qr/placements/schema";
import type { Placement } from "@/lib/qr/types";
import { getBaseUrl } from "@/lib/settings/queries";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { getEditableUrlOrThrow } from "@/lib/urls/queries";
import { lockUnmovedUrl } from "@/lib/urls/update";

export const TOO_MANY_PLACEMENTS = `This link already has ${MAX_PLACEMENTS} placements. Remove one first.`;
export const PLACEMENT_TAKEN = "This link already has a placement with this name";
export const DELETED_NOT_PLACED = "Placements can't be added to a deleted link";

/**
 * Adds a placement to a link, with its own QR code, whose scans are counted separately.
 *
 * @throws AppError not_found, forbidden; conflict if the link is deleted, was moved since it was read, already has it, or
 *   has MAX_PLACEMENTS
 */
export async function addPlacement(actor: Actor, urlId: string, input: AddPlacementInput): Promise<Placement> {
  return storePlacement(actor, await getEditableUrlOrThrow(actor, urlId), input);
}

/** Like `addPlacement`, without authorising. */
export async function storePlacement(
  actor: AuditActor,
  url: ShortUrlRow,
  { name }: AddPlacementInput,
): Promise<Placement> {
  const { id, shortCode } = url;
  // A placement that is added again still has its scans.
  const [baseUrl, scans] = await Promise.all([getBaseUrl(), countScans(id)]);
  return prisma().$transaction(async (tx) => {
    // Locked so that concurrent requests are counted one at a time.
    const { status } = await lockUnmovedUrl(tx, actor, url);
    if (status === "deleted") throw new AppError("conflict", DELETED_NOT_PLACED);
    const names = await tx.qrPlacement.findMany({ where: { urlId: id }, select: { name: true } });
    if (names.some((placement) => placement.name === name)) throw new AppError("conflict", PLACEMENT_TAKEN, "name");
    if (names.length >= MAX_PLACEMENTS) throw new AppError("conflict", TOO_MANY_PLACEMENTS);
    const row = await tx.qrPlacement.create({ data: { urlId: id, name, createdById: actor.id } });
    await recordAudit(tx, actor, {
      action: "short_url.add_placement",
      subject: { type: "short_url", id, label: shortCode },
      after: { placement: name },
    });
    return toPlacement(row, { shortUrl: `${baseUrl}/${shortCode}`, scans: scans.get(name) ?? 0 });
  });
}

import type { Actor } from "@/lib/actor";
import { changedFields } from "@/lib/audit/changes";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { AppError, notFound } from "@/lib/errors";
import { assertReadableName, keepName } from "@/lib/name";
import { toTemplateRefusal } from "@/lib/qr/designs/create-template";
import { assertDesign } from "@/lib/qr/designs/prove";
import {
  DESIGN_CHANGED,
  ONLY_DEFAULT_LOCKED,
  STILL_LOCKED,
  type UpdateTemplateInput,
} from "@/lib/qr/designs/template-schema";
import {
  assertMayManage,
  isSameDesign,
  lockTemplates,
  templateColumns,
  toTemplate,
  unsetDefault,
} from "@/lib/qr/designs/templates";
import type { QrTemplate } from "@/lib/qr/types";

/**
 * Changes a template, and so the codes of all links that use it; omitted fields stay unchanged.
 *
 * @throws AppError forbidden, not_found; invalid if the design can't be scanned or the name is not valid; conflict; unavailable
 */
export async function updateTemplate(actor: Actor, id: string, input: UpdateTemplateInput): Promise<QrTemplate> {
  await assertMayManage(actor, id);
  if (input.design) await assertMayManage(await assertDesign(actor, input.design), id);
  return prisma()
    .$transaction(async (tx) => {
      await lockTemplates(tx);
      const stored = await tx.qrTemplate.findUnique({ where: { id }, select: templateColumns });
      if (!stored) throw notFound("Template");
      const { isDefault = stored.isDefault, design } = input;
      const name = keepName(input.name ?? stored.name, stored.name);
      const isLocked = input.isLocked ?? (isDefault && stored.isLocked);
      if (!isDefault && stored.isLocked && input.isLocked === undefined) throw new AppError("conflict", STILL_LOCKED);
      if (isLocked && !isDefault) throw new AppError("invalid", ONLY_DEFAULT_LOCKED, "isLocked");
      const before = { name: stored.name, isDefault: stored.isDefault, isLocked: stored.isLocked };
      const changed = changedFields(before, { name, isDefault, isLocked });
      const isRedesigned = design !== undefined && !isSameDesign(design, stored.design);
      assertReadableName(changed?.after.name, "name");
      if (!changed && !isRedesigned) return toTemplate(stored, true);
      if (isRedesigned && input.ifDesign && !isSameDesign(input.ifDesign, stored.design)) {
        throw new AppError("conflict", DESIGN_CHANGED);
      }
      if (isDefault && !stored.isDefault) await unsetDefault(tx, actor, { groupId: stored.groupId, isLocked });
      const row = await tx.qrTemplate.update({
        where: { id },
        data: { name, isDefault, isLocked, ...(design && { design, logoId: design.logo?.id ?? null }) },
        select: templateColumns,
      });
      await recordAudit(tx, actor, {
        action: "qr_template.update",
        subject: { type: "qr_template", id, label: row.name },
        before: { ...changed?.before, ...(isRedesigned && { design: stored.design }) },
        after: { ...changed?.after, ...(isRedesigned && { design }) },
      });
      return toTemplate(row, true);
    })
    .catch((error) => {
      throw toTemplateRefusal(error);
    });
}

import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { isForeignKeyViolation, isUniqueViolation, prisma } from "@/lib/db/prisma";
import { AppError, forbidden } from "@/lib/errors";
import { getGroupOrThrow } from "@/lib/groups/queries";
import { LOGO_NOT_FOUND } from "@/lib/qr/designs/logos";
import { assertDesign } from "@/lib/qr/designs/prove";
import { type CreateTemplateInput, MAX_TEMPLATES } from "@/lib/qr/designs/template-schema";
import { lockTemplates, templateColumns, toTemplate, unsetDefault } from "@/lib/qr/designs/templates";
import { canManageTemplates } from "@/lib/qr/policy";
import type { QrTemplate } from "@/lib/qr/types";

export const TOO_MANY_TEMPLATES = `There are already ${MAX_TEMPLATES} templates. Delete one first.`;
export const TEMPLATE_NAME_TAKEN = "A template with this name already exists";

/**
 * Creates a template of a group, or of the installation. A new default replaces the current one.
 *
 * @throws AppError forbidden, not_found; invalid if the design can't be scanned; conflict; unavailable
 */
export async function createTemplate(actor: Actor, input: CreateTemplateInput): Promise<QrTemplate> {
  const { groupId, name, design, isDefault, isLocked } = input;
  await assertMayCreate(actor, groupId);
  await assertMayCreate(await assertDesign(actor, design), groupId);
  return prisma()
    .$transaction(async (tx) => {
      await lockTemplates(tx);
      if ((await tx.qrTemplate.count({ where: { groupId } })) >= MAX_TEMPLATES) {
        throw new AppError("conflict", TOO_MANY_TEMPLATES);
      }
      if (isDefault) await unsetDefault(tx, actor, { groupId, isLocked });
      const logoId = design.logo?.id ?? null;
      const row = await tx.qrTemplate.create({
        data: { groupId, name, design, logoId, isDefault, isLocked, createdById: actor.id },
        select: templateColumns,
      });
      await recordAudit(tx, actor, {
        action: "qr_template.create",
        subject: { type: "qr_template", id: row.id, label: name },
        after: { groupId, isDefault, isLocked, design },
      });
      return toTemplate(row, true);
    })
    .catch((error) => {
      throw toTemplateRefusal(error);
    });
}

async function assertMayCreate(actor: Actor, groupId: string | null): Promise<void> {
  if (!canManageTemplates(actor)) throw forbidden();
  if (groupId !== null) await getGroupOrThrow(actor, groupId);
  else if (actor.role !== "overall_admin") throw forbidden();
}

/** Maps the error of a failed write: the name is taken, or the logo was deleted since it was checked. */
export function toTemplateRefusal(error: unknown): unknown {
  if (isUniqueViolation(error)) return new AppError("conflict", TEMPLATE_NAME_TAKEN, "name");
  return isForeignKeyViolation(error) ? new AppError("invalid", LOGO_NOT_FOUND, "design.logo.id") : error;
}

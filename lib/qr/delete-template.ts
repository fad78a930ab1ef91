import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden, notFound } from "@/lib/errors";
import { canManageTemplate, canManageTemplates } from "@/lib/qr/policy";
import { getTemplateOrThrow, lockTemplates } from "@/lib/qr/templates";

/**
 * Deletes a template. Links that use it get the default design.
 *
 * @throws AppError forbidden, not_found
 */
export async function deleteTemplate(actor: Actor, id: string): Promise<{ id: string }> {
  if (!canManageTemplates(actor)) throw forbidden();
  const { template, memberOf } = await getTemplateOrThrow(actor, id);
  if (!canManageTemplate(actor, template, memberOf)) throw forbidden();
  const { groupId, name, isDefault, isLocked } = template;
  await prisma().$transaction(async (tx) => {
    await lockTemplates(tx);
    const { count } = await tx.qrTemplate.deleteMany({ where: { id } });
    if (count === 0) throw notFound("Template");
    await recordAudit(tx, actor, {
      action: "qr_template.delete",
      subject: { type: "qr_template", id, label: name },
      before: { groupId, isDefault, isLocked },
    });
  });
  return { id };
}

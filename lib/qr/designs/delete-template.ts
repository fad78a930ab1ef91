import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";
import { assertMayManage, lockTemplates, templateColumns } from "@/lib/qr/designs/templates";

/**
 * Deletes a template. Links that use it get the default design; the audit log has their number.
 *
 * @throws AppError forbidden, not_found
 */
export async function deleteTemplate(actor: Actor, id: string): Promise<{ id: string }> {
  await assertMayManage(actor, id);
  await prisma().$transaction(async (tx) => {
    await lockTemplates(tx);
    // No link can choose it any more.
    await execute(tx, sql`SELECT FROM qr_templates WHERE id = ${id}::uuid FOR UPDATE`);
    const deleted = await tx.qrTemplate.findUnique({ where: { id }, select: templateColumns });
    if (!deleted) throw notFound("Template");
    const { groupId, name, isDefault, isLocked, design, _count } = deleted;
    await tx.qrTemplate.delete({ where: { id } });
    await recordAudit(tx, actor, {
      action: "qr_template.delete",
      subject: { type: "qr_template", id, label: name },
      before: { groupId, isDefault, isLocked, design, urlCount: _count.chosenBy },
    });
  });
  return { id };
}

import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import type { Prisma } from "@/lib/db/generated/client";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError, forbidden, notFound } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";
import { compareNames } from "@/lib/name";
import { designSchema, type QrDesign } from "@/lib/qr/design";
import { canManageTemplate, canManageTemplates, canSeeTemplate } from "@/lib/qr/policy";
import type { QrTemplate } from "@/lib/qr/types";

/** Columns selected for the DTO. */
export const templateColumns = {
  id: true,
  groupId: true,
  name: true,
  design: true,
  logoId: true,
  isDefault: true,
  isLocked: true,
  createdAt: true,
  updatedAt: true,
  _count: { select: { chosenBy: true } },
} as const;

type TemplateRow = Prisma.QrTemplateGetPayload<{ select: typeof templateColumns }>;

/** Lists the installation's templates and those of the actor's groups, or all for an overall_admin, by name. */
export async function listTemplates(actor: Actor): Promise<QrTemplate[]> {
  const memberOf = await groupIdsOf(actor.id);
  const isSeen = { OR: [{ groupId: null }, { groupId: { in: [...memberOf] } }] };
  const rows = await findTemplates(actor.role === "overall_admin" ? {} : isSeen);
  return rows.map((row) => toTemplate(row, canManageTemplate(actor, row, memberOf)));
}

/** The templates of a group and of the installation, by name. Does not authorise. */
export async function templatesOfGroup(groupId: string): Promise<QrTemplate[]> {
  const rows = await findTemplates({ OR: [{ groupId: null }, { groupId }] });
  return rows.map((row) => toTemplate(row, false));
}

async function findTemplates(where: Prisma.QrTemplateWhereInput): Promise<TemplateRow[]> {
  const templates = await prisma().qrTemplate.findMany({ where, select: templateColumns });
  return templates.sort(compareNames);
}

/** @throws AppError not_found, including for one of another group */
export async function getTemplate(actor: Actor, id: string): Promise<QrTemplate> {
  const { template, memberOf } = await getTemplateOrThrow(actor, id);
  return toTemplate(template, canManageTemplate(actor, template, memberOf));
}

/** @throws AppError forbidden; not_found, including for one of another group */
export async function assertMayManage(actor: Actor, id: string): Promise<void> {
  if (!canManageTemplates(actor)) throw forbidden();
  const { template, memberOf } = await getTemplateOrThrow(actor, id);
  if (!canManageTemplate(actor, template, memberOf)) throw forbidden();
}

/** @throws AppError not_found, including for one of another group */
export async function getTemplateOrThrow(
  actor: Actor,
  id: string,
): Promise<{ template: TemplateRow; memberOf: ReadonlySet<string> }> {
  const [template, memberOf] = await Promise.all([
    isUuid(id) ? prisma().qrTemplate.findUnique({ where: { id }, select: templateColumns }) : null,
    groupIdsOf(actor.id),
  ]);
  if (!template || !canSeeTemplate(actor, template, memberOf)) throw notFound("Template");
  return { template, memberOf };
}

export function toTemplate({ _count, logoId, ...row }: TemplateRow, canManage: boolean): QrTemplate {
  return {
    ...row,
    design: designSchema.parse(row.design),
    canManage,
    urlCount: canManage ? _count.chosenBy : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Whether a stored design is this one. Postgres sorts the fields of what it stores. */
export function isSameDesign(design: QrDesign, stored: unknown): boolean {
  return JSON.stringify(design) === JSON.stringify(designSchema.parse(stored));
}

/** Serialises changes of templates, which are rare: a scope has a limit and one default. */
export async function lockTemplates(tx: Transaction): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtext('qr_templates'))`);
}

/** Why another template can't become the default. */
export function brandLocked(name: string): string {
  return `${name} is locked as the brand design. Unlock it first, or lock the new default too.`;
}

/**
 * Makes room for another default. The caller holds `lockTemplates`.
 *
 * @throws AppError conflict if the current one is locked, and the other one is not: links would lose their brand
 */
export async function unsetDefault(
  tx: Transaction,
  actor: Actor,
  other: Pick<QrTemplate, "groupId" | "isLocked">,
): Promise<void> {
  const { groupId } = other;
  const replaced = await tx.qrTemplate.findFirst({ where: { groupId, isDefault: true } });
  if (!replaced) return;
  const { id, name, isLocked } = replaced;
  if (isLocked && !other.isLocked) throw new AppError("conflict", brandLocked(name));
  const after = { isDefault: false, ...(isLocked && { isLocked: false }) };
  await tx.qrTemplate.update({ where: { id }, data: after });
  await recordAudit(tx, actor, {
    action: "qr_template.update",
    subject: { type: "qr_template", id, label: name },
    before: { isDefault: true, ...(isLocked && { isLocked }) },
    after,
  });
}

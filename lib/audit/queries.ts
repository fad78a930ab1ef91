import type { ListAuditQuery } from "@/lib/audit/list-schema";
import { canReadAudit } from "@/lib/audit/policy";
import type { AuditEntry } from "@/lib/audit/types";
import type { Prisma } from "@/lib/db/generated/client";
import { prisma } from "@/lib/db/prisma";
import { AppError, forbidden } from "@/lib/errors";
import { CURSOR_INVALID, DEFAULT_PAGE_SIZE, MAX_COUNTED, type Page, toPage, toTotal } from "@/lib/list-query";
import type { Actor } from "@/lib/users/types";

/** The columns that a DTO is made of. */
const auditColumns = {
  id: true,
  occurredAt: true,
  actorId: true,
  apiKeyId: true,
  actorLabel: true,
  action: true,
  subjectType: true,
  subjectId: true,
  subjectLabel: true,
  before: true,
  after: true,
} as const;

/**
 * The audit log, newest first.
 *
 * @throws AppError forbidden, invalid
 */
export async function listAudit(actor: Actor, query: ListAuditQuery = {}): Promise<Page<AuditEntry>> {
  if (!canReadAudit(actor)) throw forbidden();
  const { limit = DEFAULT_PAGE_SIZE, cursor, from, to, action, subjectType, subjectId, actorId, apiKeyId } = query;
  const where: Prisma.AuditEntryWhereInput = {
    ...(action && { action }),
    ...(subjectType && { subjectType }),
    ...(subjectId && { subjectId }),
    ...(actorId && { actorId }),
    ...(apiKeyId && { apiKeyId }),
    occurredAt: { ...(from && { gte: from }), ...(to && { lt: to }) },
  };
  const page = cursor ? { AND: [where, await behind(cursor)] } : where;
  const [counted, rows] = await Promise.all([
    prisma().auditEntry.count({ where, take: MAX_COUNTED + 1 }),
    prisma().auditEntry.findMany({
      where: page,
      select: auditColumns,
      orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
  ]);
  const entries = rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() }));
  return toPage(entries, limit, toTotal(counted));
}

async function behind(cursor: string): Promise<Prisma.AuditEntryWhereInput> {
  const last = await prisma().auditEntry.findUnique({ where: { id: cursor }, select: { id: true, occurredAt: true } });
  if (!last) throw new AppError("invalid", CURSOR_INVALID, "cursor");
  const { id, occurredAt } = last;
  return { OR: [{ occurredAt: { lt: occurredAt } }, { occurredAt, id: { lt: id } }] };
}

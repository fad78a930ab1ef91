import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import type { ListAuditQuery } from "@/lib/audit/list-schema";
import { canReadAudit } from "@/lib/audit/policy";
import { type AuditEntry, type AuditItem, BULK_URLS } from "@/lib/audit/types";
import type { Prisma } from "@/lib/db/generated/client";
import { prisma } from "@/lib/db/prisma";
import { AppError, forbidden, notFound } from "@/lib/errors";
import { CURSOR_INVALID, DEFAULT_PAGE_SIZE, MAX_COUNTED, type Page, toPage, toTotal } from "@/lib/list-query";

/** Columns selected for the DTO. */
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
 * Lists audit entries, newest first.
 *
 * @throws AppError forbidden, invalid
 */
export async function listAudit(actor: Actor, query: ListAuditQuery = {}): Promise<Page<AuditEntry>> {
  if (!canReadAudit(actor)) throw forbidden();
  const { limit = DEFAULT_PAGE_SIZE, cursor, from, to, action, subjectType, subjectId, actorId, apiKeyId } = query;
  const where: Prisma.AuditEntryWhereInput = {
    ...(action && { action }),
    ...(await toSubjectFilter({ subjectType, subjectId })),
    ...(actorId && { actorId }),
    ...(apiKeyId && { apiKeyId }),
    occurredAt: { ...(from && { gte: from }), ...(to && { lt: to }) },
  };
  const page = cursor ? { AND: [where, await after(cursor)] } : where;
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

/** Bulk changes are found by each of their subjects too, and with the single changes of their type. */
async function toSubjectFilter({ subjectType, subjectId }: Pick<ListAuditQuery, "subjectType" | "subjectId">) {
  const types = subjectType === "short_url" ? [subjectType, BULK_URLS] : subjectType ? [subjectType] : null;
  return {
    ...(types && { subjectType: { in: types } }),
    ...(subjectId && { OR: [{ subjectId }, { id: { in: await findBulkChanges(subjectId) } }] }),
  } satisfies Prisma.AuditEntryWhereInput;
}

/** Read first: with a subquery in its place, Postgres would look through the whole log by time. */
async function findBulkChanges(subjectId: string): Promise<string[]> {
  const items = await prisma().auditItem.findMany({ where: { subjectId }, select: { entryId: true } });
  return items.map(({ entryId }) => entryId);
}

/**
 * Lists what a bulk change did to each of its subjects, by name; empty for other entries.
 *
 * @throws AppError forbidden, not_found
 */
export async function listAuditItems(actor: Actor, entryId: string): Promise<AuditItem[]> {
  if (!canReadAudit(actor)) throw forbidden();
  const entry = isUuid(entryId)
    ? await prisma().auditEntry.findUnique({
        where: { id: entryId },
        select: { items: { orderBy: [{ subjectLabel: "asc" }, { subjectId: "asc" }] } },
      })
    : null;
  if (!entry) throw notFound("Audit entry");
  return entry.items.map(({ subjectId, subjectLabel, before, after }) => ({
    id: subjectId,
    label: subjectLabel,
    before,
    after,
  }));
}

async function after(cursor: string): Promise<Prisma.AuditEntryWhereInput> {
  const last = await prisma().auditEntry.findUnique({ where: { id: cursor }, select: { id: true, occurredAt: true } });
  if (!last) throw new AppError("invalid", CURSOR_INVALID, "cursor");
  const { id, occurredAt } = last;
  return { OR: [{ occurredAt: { lt: occurredAt } }, { occurredAt, id: { lt: id } }] };
}

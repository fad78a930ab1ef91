import { validate as isUuid, MAX as MAX_UUID } from "uuid";
import type { Actor } from "@/lib/actor";
import type { ListAuditQuery } from "@/lib/audit/list-schema";
import { canReadAudit } from "@/lib/audit/policy";
import { type AuditEntry, type AuditItem, BULK_URLS, SUBJECT_TYPES } from "@/lib/audit/types";
import { addDays, dayOf, startOfDay } from "@/lib/days";
import type { Prisma } from "@/lib/db/generated/client";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { AppError, forbidden, notFound } from "@/lib/errors";
import { CURSOR_INVALID, DEFAULT_PAGE_SIZE, MAX_COUNTED, type Page, toPage, toTotal } from "@/lib/list-query";
import * as z from "@/lib/zod";

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

const groupFields = z.object({ groupId: z.string() });

const NEWEST_FIRST = [{ occurredAt: "desc" as const }, { id: "desc" as const }];
/** Lower for searches, which may read many entries for each that they count. */
const MAX_COUNTED_MATCHES = 2000;

/** Results of a search of the audit log: links, and users by or about whom entries are listed. */
type AuditSubjects = { urlIds: string[]; userIds: string[] };

/**
 * Lists audit entries, newest first.
 *
 * @param found only entries of these
 * @throws AppError forbidden, invalid
 */
export async function listAudit(
  actor: Actor,
  query: Omit<ListAuditQuery, "q">,
  found?: AuditSubjects,
): Promise<Page<AuditEntry>> {
  if (!canReadAudit(actor)) throw forbidden();
  const { limit = DEFAULT_PAGE_SIZE, cursor, action, subjectType, subjectId, actorId, apiKeyId } = query;
  const matching = async (upTo?: string): Promise<Prisma.AuditEntryWhereInput> => ({
    AND: [
      ...(action ? [{ action: { in: toActions(action) } }] : []),
      await toSubjectFilter({ subjectType, subjectId, cursor: upTo }),
      ...(actorId ? [{ actorId }] : []),
      ...(apiKeyId ? [{ apiKeyId }] : []),
      ...toTimes(query),
      ...(found ? [await toFoundFilter(found, upTo)] : []),
    ],
  });
  // Counts those before the cursor too.
  const where = await matching();
  const page = cursor ? { AND: [await matching(cursor), await after(cursor)] } : where;
  const max = found || subjectId ? MAX_COUNTED_MATCHES : MAX_COUNTED;
  const [counted, rows] = await Promise.all([
    // Without an explicit order, Prisma would count in the order of ids.
    prisma().auditEntry.count({ where, take: max + 1, orderBy: NEWEST_FIRST }),
    prisma().auditEntry.findMany({ where: page, select: auditColumns, orderBy: NEWEST_FIRST, take: limit + 1 }),
  ]);
  return toPage(await withTargets(rows), limit, toTotal(counted, max), ({ id }) => id);
}

/** Expands a verb to the actions of all subject types. */
function toActions(text: string): string[] {
  return text
    .split(",")
    .map((action) => action.trim())
    .flatMap((action) => (action.includes(".") ? action : SUBJECT_TYPES.map((type) => `${type}.${action}`)));
}

function toTimes({ from, to, fromDay, toDay, day }: ListAuditQuery): Prisma.AuditEntryWhereInput[] {
  const { TIME_ZONE } = env();
  const today = dayOf(Date.now(), TIME_ZONE);
  const named = day && (day === "today" ? today : addDays(today, -1));
  const starts = [fromDay, named].flatMap((first) => (first ? new Date(startOfDay(first, TIME_ZONE)) : []));
  const ends = [toDay, named].flatMap((last) => (last ? new Date(startOfDay(addDays(last, 1), TIME_ZONE)) : []));
  return [
    ...[...starts, ...(from ? [from] : [])].map((gte) => ({ occurredAt: { gte } })),
    ...[...ends, ...(to ? [to] : [])].map((lt) => ({ occurredAt: { lt } })),
  ];
}

/** Bulk changes are found by each of their subjects too, and with the single changes of their type. */
async function toSubjectFilter({
  subjectType,
  subjectId,
  cursor,
}: Pick<ListAuditQuery, "subjectType" | "subjectId" | "cursor">) {
  const types = subjectType === "short_url" ? [subjectType, BULK_URLS] : subjectType ? [subjectType] : null;
  return {
    ...(types && { subjectType: { in: types } }),
    ...(subjectId && { OR: [{ subjectId }, { id: { in: await findBulkChanges([subjectId], cursor) } }] }),
  } satisfies Prisma.AuditEntryWhereInput;
}

/** Each condition has an index. */
async function toFoundFilter(
  { urlIds, userIds }: AuditSubjects,
  cursor: string | undefined,
): Promise<Prisma.AuditEntryWhereInput> {
  return {
    OR: [
      { actorId: { in: userIds } },
      { subjectType: "user", subjectId: { in: userIds } },
      { subjectType: "short_url", subjectId: { in: urlIds } },
      { id: { in: await findBulkChanges(urlIds, cursor) } },
    ],
  };
}

/**
 * Adds what links to the subject's screen need: the email address of the user or of the session's user, the group of a
 * key or export.
 */
async function withTargets(
  rows: Prisma.AuditEntryGetPayload<{ select: typeof auditColumns }>[],
): Promise<AuditEntry[]> {
  const idsOf = (type: string) =>
    rows.flatMap((row) => (row.subjectType === type ? row.subjectId : [])).filter((id) => isUuid(id));
  const sessions = rows.flatMap(({ subjectType, actorId }) => (subjectType === "session" && actorId ? actorId : []));
  const [users, keys] = await Promise.all([
    prisma().user.findMany({
      where: { id: { in: [...new Set([...idsOf("user"), ...sessions])] } },
      select: { id: true, email: true },
    }),
    prisma().apiKey.findMany({ where: { id: { in: idsOf("api_key") } }, select: { id: true, groupId: true } }),
  ]);
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const groups = new Map(keys.map(({ id, groupId }) => [id, groupId]));
  return rows.map((row) => ({
    ...row,
    occurredAt: row.occurredAt.toISOString(),
    subjectEmail: emails.get((row.subjectType === "session" ? row.actorId : row.subjectId) ?? "") ?? null,
    subjectGroupId: groups.get(row.subjectId) ?? findExportedGroup(row),
  }));
}

function findExportedGroup({ subjectType, after }: { subjectType: string; after: unknown }): string | null {
  return subjectType === "export" ? (groupFields.safeParse(after).data?.groupId ?? null) : null;
}

/**
 * The latest bulk changes of each subject, up to the cursor: as many as are counted, which is more than a page. Read
 * first, since Postgres would answer a subquery by scanning the whole log by time.
 */
async function findBulkChanges(subjectIds: string[], cursor: string = MAX_UUID): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    pool(),
    sql`
      SELECT DISTINCT id FROM unnest(${subjectIds}::text[]) AS subject (subject_id) CROSS JOIN LATERAL (
        SELECT entry_id AS id FROM audit_items AS item
        WHERE item.subject_id = subject.subject_id AND entry_id <= ${cursor}::uuid
        ORDER BY entry_id DESC LIMIT ${MAX_COUNTED_MATCHES + 1}) AS latest
      ORDER BY id DESC LIMIT ${MAX_COUNTED_MATCHES + 1}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Lists what a bulk change did to each of its subjects, sorted by name; empty for other entries.
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

import { canReadAudit } from "@/lib/audit/policy";
import type { Activity } from "@/lib/audit/types";
import { Prisma } from "@/lib/db/generated/client";
import { prisma } from "@/lib/db/prisma";
import { groupIdsOf } from "@/lib/groups/queries";
import { canListUsers } from "@/lib/users/policy";
import type { Actor } from "@/lib/users/types";

export const ACTIVITY_ENTRIES = 5;
/** Bounds what is read for somebody who may see few of many entries. */
export const ACTIVITY_DAYS = 30;

/** What the audit log holds of the comings and goings of people and API keys; nothing is changed by it that the dashboard shows. */
const NOT_CHANGES = {
  subjectTypes: ["session", "export"],
  actions: ["user.end_sessions", "user.sign_in_link", "api_key.use"],
};

type Row = Omit<Activity, "occurredAt"> & { occurredAt: Date };

/** The latest changes that one may know of: those of the things that one sees, newest first. */
export async function listActivity(actor: Actor): Promise<Activity[]> {
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT id, occurred_at AS "occurredAt", actor_label AS "actorLabel", action,
      subject_type AS "subjectType", subject_label AS "subjectLabel"
    FROM audit_entries
    WHERE occurred_at > now() - ${ACTIVITY_DAYS} * interval '1 day'
      AND NOT (subject_type = ANY(${NOT_CHANGES.subjectTypes}) OR action = ANY(${NOT_CHANGES.actions}))
      AND ${await visibleTo(actor)}
    ORDER BY occurred_at DESC, id DESC
    LIMIT ${ACTIVITY_ENTRIES}`;
  return rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() }));
}

async function visibleTo(actor: Actor): Promise<Prisma.Sql> {
  if (canReadAudit(actor)) return Prisma.sql`true`;
  const groupIds = [...(await groupIdsOf(actor.id))];
  return Prisma.sql`(
    (subject_type = 'short_url' AND subject_id IN (
      SELECT id::text FROM short_urls
      WHERE created_by_id = ${actor.id}::uuid OR group_id = ANY(${groupIds}::uuid[])))
    OR (subject_type = 'group' AND subject_id = ANY(${groupIds}::text[]))
    OR (subject_type = 'user' AND ${canListUsers(actor)}))`;
}

import { v7 as uuidv7 } from "uuid";
import { assertPresent } from "@/lib/audit/present-actor";
import { type AuditActor, type AuditEvent, insertAuditEntries } from "@/lib/audit/record";
import type { Prisma } from "@/lib/db/generated/client";
import { execute, type SqlClient, sql } from "@/lib/db/sql";

/** What a bulk change did to one of its subjects. */
export type AuditItemInput = {
  id: string;
  label: string;
  before: Prisma.InputJsonValue;
  after: Prisma.InputJsonValue;
  /** The subject's `updated_at` after the change. */
  updatedAt: Date;
};

/**
 * Writes one audit entry for a change of many things, in its transaction, with an item for each of them.
 *
 * @param event `subject.id` is replaced by the entry's id if absent
 * @returns the entry's id
 * @throws AppError unauthorized, forbidden, as `recordAudit` does
 */
export async function recordBulkAudit(
  client: SqlClient,
  actor: AuditActor,
  event: Omit<AuditEvent, "subject"> & { subject: { type: string; id?: string; label: string } },
  items: readonly AuditItemInput[],
): Promise<string> {
  if ("role" in actor) await assertPresent(client, actor);
  const id = uuidv7();
  const subject = { ...event.subject, id: event.subject.id ?? id };
  await execute(client, insertAuditEntries([{ id, actor, event: { ...event, subject } }]));
  const rows = items.map((item) => ({
    subject_id: item.id,
    subject_label: item.label,
    before: item.before,
    after: item.after,
    subject_updated_at: item.updatedAt.toISOString(),
  }));
  await execute(
    client,
    sql`
      INSERT INTO audit_items (entry_id, subject_id, subject_label, before, after, subject_updated_at)
      SELECT ${id}::uuid, subject_id, subject_label, before, after, subject_updated_at
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS item
        (subject_id text, subject_label text, before jsonb, after jsonb, subject_updated_at timestamptz(3))`,
  );
  return id;
}

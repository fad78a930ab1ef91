import { v7 as uuidv7 } from "uuid";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/prisma";
import type { Actor } from "@/lib/users/types";

/** Who acted: a user, or an API key, which is never recorded under a person's id. */
export type AuditActor = Pick<Actor, "id" | "label"> | { id: null; label: string; apiKeyId: string };

export type AuditEvent = {
  /** For example short_url.create */
  action: `${string}.${string}`;
  subject: { type: string; id: string; label: string };
  before?: Prisma.InputJsonValue;
  after?: Prisma.InputJsonValue;
};

/** Writes who changed what into the audit log, in the transaction of the change (design section 10). */
export async function recordAudit(tx: Transaction, actor: AuditActor, event: AuditEvent): Promise<void> {
  await tx.$executeRaw(insertAuditEntries([{ actor, event }]));
}

/**
 * The same as a statement, for one that writes the changes too.
 *
 * @param condition on the columns of the new entries, where not all of the changes may come about
 */
export function insertAuditEntries(
  entries: { actor: AuditActor; event: AuditEvent }[],
  condition = Prisma.sql`true`,
): Prisma.Sql {
  const rows = entries.map(({ actor, event: { action, subject, before, after } }) => ({
    id: uuidv7(),
    actor_id: actor.id,
    api_key_id: "apiKeyId" in actor ? actor.apiKeyId : null,
    actor_label: actor.label,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_label: subject.label,
    before,
    after,
  }));
  return Prisma.sql`
    INSERT INTO audit_entries
      (id, occurred_at, actor_id, api_key_id, actor_label, action, subject_type, subject_id, subject_label, before, after)
    SELECT id, clock_timestamp(), actor_id, api_key_id, actor_label, action, subject_type, subject_id, subject_label,
           before, after
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry
      (id uuid, actor_id uuid, api_key_id uuid, actor_label text, action text, subject_type text, subject_id text,
       subject_label text, before jsonb, after jsonb)
    WHERE ${condition}`;
}

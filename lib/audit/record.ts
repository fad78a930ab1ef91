import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/actor";
import { assertPresent } from "@/lib/audit/present-actor";
import type { AuditAction } from "@/lib/audit/types";
import type { Prisma } from "@/lib/db/generated/client";
import { execute, type Sql, type SqlClient, sql } from "@/lib/db/sql";

/** A user, or an API key, which is never recorded under a user's id. */
export type AuditActor =
  | Actor
  | Pick<Actor, "id" | "label">
  | typeof OPERATOR
  | typeof SYSTEM
  | { id: null; label: string; apiKeyId: string };

/** The actor of commands run on the server. */
export const OPERATOR = { id: null, label: "Operator" } as const;
/** The actor of what Hop does by itself, in a trigger of the database too. */
export const SYSTEM = { id: null, label: "System" } as const;

export type AuditEvent = {
  action: AuditAction;
  subject: { type: string; id: string; label: string };
  before?: Prisma.InputJsonValue;
  after?: Prisma.InputJsonValue;
};

/**
 * Writes an audit entry in the transaction of the change, after it has waited for locks. An `Actor` must still have the
 * session and the role with which the change was authorised.
 *
 * @throws AppError unauthorized, forbidden
 */
export async function recordAudit(client: SqlClient, actor: AuditActor, event: AuditEvent): Promise<void> {
  if ("role" in actor) await assertPresent(client, actor);
  await execute(client, insertAuditEntries([{ actor, event }]));
}

/**
 * Builds the INSERT of audit entries, to be combined with the statement that makes the changes.
 *
 * @param condition on columns of the new entries, for changes that may not all take effect
 */
export function insertAuditEntries(
  entries: { id?: string; actor: AuditActor; event: AuditEvent }[],
  condition = sql`true`,
): Sql {
  const rows = entries.map(({ id = uuidv7(), actor, event: { action, subject, before, after } }) => ({
    id,
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
  return sql`
    INSERT INTO audit_entries
      (id, occurred_at, actor_id, api_key_id, actor_label, action, subject_type, subject_id, subject_label, before, after)
    SELECT id, clock_timestamp(), actor_id, api_key_id, actor_label, action, subject_type, subject_id, subject_label,
           before, after
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry
      (id uuid, actor_id uuid, api_key_id uuid, actor_label text, action text, subject_type text, subject_id text,
       subject_label text, before jsonb, after jsonb)
    WHERE ${condition}`;
}

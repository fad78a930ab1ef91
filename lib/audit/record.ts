import { v7 as uuidv7 } from "uuid";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/prisma";
import type { Actor } from "@/lib/users/types";

/** Who is written down: a user, whatever their role, or a key in a user's name. */
export type AuditActor = Pick<Actor, "id" | "label">;

export type AuditEvent = {
  /** For example short_url.create */
  action: `${string}.${string}`;
  subject: { type: string; id: string; label: string };
  before?: Prisma.InputJsonValue;
  after?: Prisma.InputJsonValue;
};

/** Writes who changed what into the audit log, in the transaction of the change (design section 10). */
export async function recordAudit(tx: Transaction, actor: AuditActor, event: AuditEvent): Promise<void> {
  await tx.$executeRaw(insertAuditEntry(actor, event));
}

/** The same as a statement, for one that writes the change too. */
export function insertAuditEntry(actor: AuditActor, { action, subject, before, after }: AuditEvent): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_entries
      (id, occurred_at, actor_id, actor_label, action, subject_type, subject_id, subject_label, before, after)
    VALUES (${uuidv7()}::uuid, clock_timestamp(), ${actor.id}::uuid, ${actor.label}, ${action}, ${subject.type},
      ${subject.id}, ${subject.label}, ${jsonOf(before)}::jsonb, ${jsonOf(after)}::jsonb)`;
}

function jsonOf(value: Prisma.InputJsonValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

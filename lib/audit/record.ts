import type { Prisma } from "@/lib/db/generated/client";
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
  await tx.auditEntry.create({
    data: {
      actorId: actor.id,
      actorLabel: actor.label,
      action: event.action,
      subjectType: event.subject.type,
      subjectId: event.subject.id,
      subjectLabel: event.subject.label,
      ...(event.before !== undefined && { before: event.before }),
      ...(event.after !== undefined && { after: event.after }),
    },
  });
}

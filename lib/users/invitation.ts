import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { DAY_MS } from "@/lib/days";
import type { Transaction } from "@/lib/db/prisma";
import { enqueue } from "@/lib/jobs/queue";
import { INVITATION_DAYS } from "@/lib/users/schema";

/**
 * Stores an invitation, a sign-in link for a new user, in the transaction of the change, and queues its mail. It
 * replaces the user's earlier one. The link has no token until it is sent (docs/decisions/0006), but its end is set
 * now. The user's row must be new or locked.
 *
 * @returns when the link stops working
 */
export async function insertInvitation(
  tx: Transaction,
  actor: Actor,
  { id: userId, email }: { id: string; email: string },
): Promise<Date> {
  const invitationId = uuidv7();
  const expires = new Date(Date.now() + INVITATION_DAYS * DAY_MS);
  await deleteInvitations(tx, email);
  // Not a hash, so no token opens it.
  const token = `unsent ${invitationId}`;
  await tx.verificationToken.create({ data: { identifier: email, token, expires, invitationId } });
  await recordAudit(tx, actor, {
    action: "user.invite",
    subject: { type: "user", id: userId, label: email },
    after: { expiresAt: expires.toISOString() },
  });
  await enqueue("invitation", { userId, invitationId }, tx);
  return expires;
}

/** Whether an address has an invitation, sent or not, that has neither been used nor expired. */
export async function isInvited(tx: Transaction, email: string): Promise<boolean> {
  const pending = { identifier: email, invitationId: { not: null }, expires: { gt: new Date() } };
  return (await tx.verificationToken.count({ where: pending })) > 0;
}

/** Deletes the invitations sent to an address. Ordinary sign-in links remain. */
export async function deleteInvitations(tx: Transaction, email: string): Promise<void> {
  await tx.verificationToken.deleteMany({ where: { identifier: email, invitationId: { not: null } } });
}

import type { Actor, Role } from "@/lib/actor";
import { changedFields } from "@/lib/audit/changes";
import { recordAudit } from "@/lib/audit/record";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/queue";
import { assertReadableName, keepName } from "@/lib/name";
import { assertMayGrantRole, assertRecentSignIn } from "@/lib/recent-sign-in";
import { toUser, type UserRow, userColumns } from "@/lib/users/dto";
import { toEmailTakenError } from "@/lib/users/insert";
import { insertInvitation, isInvited } from "@/lib/users/invitation";
import { lockManagedUserOrThrow } from "@/lib/users/lock";
import { canChangeEmail, canChangeRole } from "@/lib/users/policy";
import { EMAIL_LOCKED, type UpdateUserInput } from "@/lib/users/schema";
import type { User } from "@/lib/users/types";

/**
 * Updates a user's name, address, role or limit; omitted fields stay unchanged. Changing the address signs the user
 * out and notifies both addresses. Links that were sent before end then, and when the user becomes an overall_admin; a
 * pending invitation is replaced.
 *
 * @throws AppError forbidden, not_found, invalid, conflict, recent_sign_in_required
 */
export async function updateUser(actor: Actor, id: string, given: UpdateUserInput): Promise<User> {
  try {
    return await prisma().$transaction(async (tx) => {
      const user = await lockManagedUserOrThrow(tx, actor, id);
      const { createdAt: _, ...stored } = user;
      const input = {
        ...given,
        firstName: keepName(given.firstName, stored.firstName),
        lastName: keepName(given.lastName, stored.lastName),
      };
      const changes = changedFields(stored, input);
      if (!changes) return toUser(user);
      assertReadableName(changes.after.firstName, "firstName");
      assertReadableName(changes.after.lastName, "lastName");
      if (changes.after.role !== undefined) assertMayChangeRole(actor, input.role);
      if (changes.after.email !== undefined) assertMayChangeEmail(actor);
      const before = await readAccess(tx, user);
      const emailVerified = changes.after.email === undefined ? {} : { emailVerified: null };
      const row = await tx.user.update({ where: { id }, data: { ...input, ...emailVerified }, select: userColumns });
      await recordAudit(tx, actor, {
        action: "user.update",
        subject: { type: "user", id, label: user.email },
        ...changes,
      });
      const isNewAddress = changes.after.email !== undefined;
      if (isNewAddress || changes.after.role === "overall_admin") await replaceLinks(tx, actor, row, before);
      if (isNewAddress) {
        const change = { userId: id, oldEmail: user.email, newEmail: row.email };
        // The address of somebody who never signed in may be mistyped and a stranger's, who would learn the right one.
        if (before.hasSignedIn) await enqueue("address-changed", change, tx);
        if (!before.isInvited) await enqueue("address-added", { userId: id, newEmail: row.email }, tx);
      }
      return toUser(row);
    });
  } catch (error) {
    throw toEmailTakenError(error);
  }
}

/**
 * Whether the user has ever signed in, and has a pending invitation, which a new address ends. `emailVerified` only tells
 * about the current address: with it alone, changing the address and back would suppress the notice of the next change.
 */
async function readAccess(tx: Transaction, { id, email }: { id: string; email: string }) {
  const { emailVerified } = await tx.user.findUniqueOrThrow({ where: { id }, select: { emailVerified: true } });
  const hasActed = async () =>
    (await tx.auditEntry.findFirst({ where: { actorId: id }, select: { id: true } })) !== null;
  return { hasSignedIn: emailVerified !== null || (await hasActed()), isInvited: await isInvited(tx, email) };
}

/**
 * Ends the user's links, and invites them again if they were invited. No mailbox or forwarded mail may hold a link from
 * before that signs in as an overall_admin.
 */
async function replaceLinks(tx: Transaction, actor: Actor, user: UserRow, { isInvited }: { isInvited: boolean }) {
  await tx.verificationToken.deleteMany({ where: { identifier: user.email } });
  if (isInvited) await insertInvitation(tx, actor, user);
}

/** @throws AppError forbidden, recent_sign_in_required */
function assertMayChangeEmail(actor: Actor): void {
  if (!canChangeEmail(actor)) throw forbidden(EMAIL_LOCKED);
  assertRecentSignIn(actor);
}

/** @throws AppError forbidden, recent_sign_in_required */
function assertMayChangeRole(actor: Actor, role: Role | undefined): void {
  if (!canChangeRole(actor)) throw forbidden();
  assertMayGrantRole(actor, role);
}

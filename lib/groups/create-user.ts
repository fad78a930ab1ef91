import type { Actor } from "@/lib/actor";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { AppError, forbidden } from "@/lib/errors";
import { hasRoom, insertMember, maximumOf } from "@/lib/groups/add-member";
import { lockManagedGroupOrThrow } from "@/lib/groups/lock";
import type { Group } from "@/lib/groups/types";
import { assertMayGrantRole } from "@/lib/recent-sign-in";
import { toEmailTakenError } from "@/lib/users/email-taken";
import { insertUser } from "@/lib/users/insert";
import { canCreateUser } from "@/lib/users/policy";
import type { CreateUserInput } from "@/lib/users/schema";
import type { User } from "@/lib/users/types";

/**
 * Creates an active user, adds them to groups and invites them, in one transaction. It is in this folder because
 * lib/users may not import groups (docs/floors.md).
 *
 * @throws AppError forbidden, conflict, not_found, recent_sign_in_required
 */
export async function createUser(actor: Actor, { groupIds, ...input }: CreateUserInput): Promise<User> {
  if (!canCreateUser(actor)) throw forbidden();
  assertMayGrantRole(actor, input.role);
  return prisma().$transaction(async (tx) => {
    const user = await insertUser(tx, actor, input).catch((error: unknown) => {
      throw toEmailTakenError(error);
    });
    // Sorted, to avoid deadlocks between concurrent calls.
    for (const groupId of [...groupIds].sort()) {
      const group = await lockManagedGroupOrThrow(tx, actor, groupId);
      await assertRoom(tx, group);
      await insertMember(tx, actor, group, user);
    }
    return user;
  });
}

/** Throws an error that names the group, since there may be several. */
async function assertRoom(tx: Transaction, group: Group): Promise<void> {
  if (await hasRoom(tx, group)) return;
  throw new AppError("conflict", `The group ${group.name} is full (${maximumOf(group)})`, "groupIds");
}

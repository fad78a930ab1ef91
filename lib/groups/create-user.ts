import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import { assertRoom, insertMember } from "@/lib/groups/add-member";
import { lockManagedGroupOrThrow } from "@/lib/groups/lock";
import { assertMayGrantRole } from "@/lib/recent-sign-in";
import { insertUser, toEmailTakenError } from "@/lib/users/insert";
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
    const groups = [];
    // Before the user, and sorted, as in other calls, to avoid deadlocks with them.
    for (const groupId of [...groupIds].sort()) groups.push(await lockManagedGroupOrThrow(tx, actor, groupId));
    const user = await insertUser(tx, actor, input).catch((error: unknown) => {
      throw toEmailTakenError(error);
    });
    for (const group of groups) {
      // The error names the group, since there may be several.
      await assertRoom(tx, group, { subject: `The group ${group.name}`, field: "groupIds" });
      await insertMember(tx, actor, group, user);
    }
    return user;
  });
}

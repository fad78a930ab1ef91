import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError, notFound } from "@/lib/errors";
import { plural } from "@/lib/format";
import { lockManagedGroupOrThrow } from "@/lib/groups/lock";
import { toMember } from "@/lib/groups/queries";
import type { Group, GroupMember } from "@/lib/groups/types";
import { toUser, type UserRow, userColumns } from "@/lib/users/dto";

export const USER_DELETED = "A deleted user cannot be added to a group";

/**
 * Adds a user to a group, up to its limit. Adding a member again is a no-op.
 *
 * @throws AppError forbidden, not_found, conflict
 */
export async function addMember(actor: Actor, groupId: string, userId: string): Promise<GroupMember> {
  return prisma().$transaction(async (tx) => {
    const group = await lockManagedGroupOrThrow(tx, actor, groupId);
    const user = await lockUserOrThrow(tx, userId);
    const membership = { userId, groupId };
    const isMember = (await tx.groupMembership.count({ where: membership })) > 0;
    if (!isMember) {
      if (user.status === "deleted") throw new AppError("conflict", USER_DELETED, "userId");
      await assertBelowUserLimit(tx, group);
      await tx.groupMembership.create({ data: membership });
      await recordAudit(tx, actor, {
        action: "group.add_member",
        subject: { type: "group", id: groupId, label: group.name },
        after: { userId, email: user.email },
      });
    }
    return toMember(toUser(user));
  });
}

/** Locks the user so that they cannot be deleted while being added. */
async function lockUserOrThrow(tx: Transaction, id: string): Promise<UserRow> {
  await execute(tx, sql`SELECT FROM users WHERE id = ${id}::uuid FOR SHARE`);
  const user = await tx.user.findUnique({ where: { id }, select: userColumns });
  if (!user) throw notFound("User");
  return user;
}

async function assertBelowUserLimit(tx: Transaction, group: Group): Promise<void> {
  const members = await tx.groupMembership.count({ where: { groupId: group.id } });
  if (members >= group.userLimit) {
    throw new AppError("conflict", `This group is full (maximum ${plural(group.userLimit, "member")})`, "userId");
  }
}

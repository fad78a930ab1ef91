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
    const isMember = (await tx.groupMembership.count({ where: { userId, groupId } })) > 0;
    if (!isMember) {
      if (user.status === "deleted") throw new AppError("conflict", USER_DELETED, "userId");
      await assertRoom(tx, group, { subject: "This group", field: "userId" });
      await insertMember(tx, actor, group, user);
    }
    return toMember(toUser(user));
  });
}

/** @throws AppError conflict if a locked group may not have one more member */
export async function assertRoom(
  tx: Transaction,
  { id, userLimit }: Group,
  { subject, field }: { subject: string; field: string },
): Promise<void> {
  if ((await tx.groupMembership.count({ where: { groupId: id } })) < userLimit) return;
  throw new AppError("conflict", `${subject} is full (maximum ${plural(userLimit, "member")})`, field);
}

/** Adds a user who is not yet a member to a locked group that has room. */
export async function insertMember(
  tx: Transaction,
  actor: Actor,
  { id: groupId, name }: Group,
  user: { id: string; email: string },
): Promise<void> {
  await tx.groupMembership.create({ data: { userId: user.id, groupId } });
  await recordAudit(tx, actor, {
    action: "group.add_member",
    subject: { type: "group", id: groupId, label: name },
    after: { userId: user.id, email: user.email },
  });
}

/** Locks the user so that they cannot be deleted while being added. */
async function lockUserOrThrow(tx: Transaction, id: string): Promise<UserRow> {
  await execute(tx, sql`SELECT FROM users WHERE id = ${id}::uuid FOR SHARE`);
  const user = await tx.user.findUnique({ where: { id }, select: userColumns });
  if (!user) throw notFound("User");
  return user;
}

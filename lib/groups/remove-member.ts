import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";
import { lockManagedGroupOrThrow } from "@/lib/groups/lock";
import type { GroupMembership } from "@/lib/groups/types";

/**
 * Removes a user from a group. Their links remain theirs and in the group. Removing a non-member is a no-op.
 *
 * @throws AppError forbidden, not_found
 */
export async function removeMember(actor: Actor, groupId: string, userId: string): Promise<GroupMembership> {
  return prisma().$transaction(async (tx) => {
    const group = await lockManagedGroupOrThrow(tx, actor, groupId);
    const user = isUuid(userId) ? await tx.user.findUnique({ where: { id: userId }, select: { email: true } }) : null;
    if (!user) throw notFound("User");
    // The trigger that suspends API keys locks this row too; locking it before the membership avoids a deadlock.
    await execute(tx, sql`SELECT FROM users WHERE id = ${userId}::uuid FOR SHARE`);
    const { count } = await tx.groupMembership.deleteMany({ where: { userId, groupId } });
    if (count > 0) {
      await recordAudit(tx, actor, {
        action: "group.remove_member",
        subject: { type: "group", id: groupId, label: group.name },
        before: { userId, email: user.email },
      });
    }
    return { userId, groupId };
  });
}

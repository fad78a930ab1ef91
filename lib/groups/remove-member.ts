import { validate as isUuid } from "uuid";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { notFound } from "@/lib/errors";
import { lockManagedGroupOrThrow } from "@/lib/groups/lock";
import type { GroupMembership } from "@/lib/groups/types";
import type { Actor } from "@/lib/users/types";

/**
 * Takes a user out of a group. Their links stay theirs, and stay in the group. Taking out one who
 * is not in it is no error.
 *
 * @throws AppError forbidden, not_found
 */
export async function removeMember(actor: Actor, groupId: string, userId: string): Promise<GroupMembership> {
  return prisma().$transaction(async (tx) => {
    const group = await lockManagedGroupOrThrow(tx, actor, groupId);
    const user = isUuid(userId) ? await tx.user.findUnique({ where: { id: userId }, select: { email: true } }) : null;
    if (!user) throw notFound("User");
    // The trigger that suspends API keys locks this row too. Locked before the membership, it avoids a deadlock.
    await tx.$queryRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR SHARE`;
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

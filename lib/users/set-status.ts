import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { toUser, userColumns } from "@/lib/users/dto";
import { lockManagedUserOrThrow } from "@/lib/users/lock";
import type { User, UserStatus } from "@/lib/users/types";

const ACTIONS = {
  active: "user.activate",
  paused: "user.pause",
  deleted: "user.delete",
  locked: "user.lock",
} as const satisfies Record<UserStatus, string>;

/**
 * Sets a user's status. A trigger ends all sessions and sign-in links of a user who is no longer active
 * (docs/decisions/0008). Setting the current status is a no-op.
 *
 * @throws AppError forbidden, not_found
 */
export async function setUserStatus(actor: Actor, id: string, status: UserStatus): Promise<User> {
  return prisma().$transaction(async (tx) => {
    const user = await lockManagedUserOrThrow(tx, actor, id);
    if (user.status === status) return toUser(user);
    const row = await tx.user.update({ where: { id }, data: { status }, select: userColumns });
    await recordAudit(tx, actor, {
      action: ACTIONS[status],
      subject: { type: "user", id, label: user.email },
      before: { status: user.status },
      after: { status },
    });
    return toUser(row);
  });
}

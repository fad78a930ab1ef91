import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { toUser, userColumns } from "@/lib/users/dto";
import { lockManagedUserOrThrow } from "@/lib/users/lock";
import type { User, UserStatus } from "@/lib/users/types";

const ACTIONS = {
  active: "user.activate",
  paused: "user.pause",
  deleted: "user.delete",
  locked: "user.lock",
} as const satisfies Record<UserStatus, string>;

export const USER_CHANGED_SINCE = "This user was changed in the meantime";

/**
 * Sets a user's status. A trigger ends all sessions and sign-in links of a user who is no longer active
 * (docs/decisions/0008). Setting the current status is a no-op.
 *
 * @param ifStatus the status that the user must have, unless it already is the new one
 * @throws AppError forbidden, not_found, conflict
 */
export async function setUserStatus(
  actor: Actor,
  id: string,
  status: UserStatus,
  ifStatus?: UserStatus,
): Promise<User> {
  return prisma().$transaction(async (tx) => {
    const user = await lockManagedUserOrThrow(tx, actor, id);
    if (user.status === status) return toUser(user);
    if (ifStatus !== undefined && user.status !== ifStatus) throw new AppError("conflict", USER_CHANGED_SINCE);
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

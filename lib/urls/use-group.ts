import type { Actor } from "@/lib/actor";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";
import { canUseGroup } from "@/lib/urls/policy";

export const NOT_IN_GROUP = "You are not a member of this group";

/**
 * Asserts that the actor may put links into the group: one of their own, or any existing group for an overall_admin.
 *
 * @throws AppError not_in_group, including for groups that do not exist
 */
export async function assertMayUseGroup(
  actor: Actor,
  groupId: string | null,
  client: Transaction = prisma(),
): Promise<void> {
  if (groupId === null) return;
  const exists = (await client.group.count({ where: { id: groupId } })) > 0;
  if (!exists || !canUseGroup(actor, groupId, await groupIdsOf(actor.id, client))) {
    throw notInGroup();
  }
}

export function notInGroup(): AppError {
  return new AppError("not_in_group", NOT_IN_GROUP, "groupId");
}

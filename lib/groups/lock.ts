import { validate as isUuid } from "uuid";
import type { Transaction } from "@/lib/db/prisma";
import { forbidden, notFound } from "@/lib/errors";
import { canManageGroup, canManageGroups } from "@/lib/groups/policy";
import { groupColumns, groupIdsOf } from "@/lib/groups/queries";
import type { Group } from "@/lib/groups/types";
import type { Actor } from "@/lib/users/types";

/**
 * A group that the actor manages. The row stays locked until the transaction ends, so that the
 * members of a moment are counted against the limit one after the other. NO KEY: a link that is
 * being put into the group locks its creator and then the group's key, and must not wait for us.
 *
 * @throws AppError forbidden, not_found
 */
export async function lockManagedGroupOrThrow(tx: Transaction, actor: Actor, id: string): Promise<Group> {
  if (!canManageGroups(actor)) throw forbidden();
  if (!isUuid(id)) throw notFound("Group");
  await tx.$queryRaw`SELECT FROM groups WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const group = await tx.group.findUnique({ where: { id }, select: groupColumns });
  if (!group || !canManageGroup(actor, id, await groupIdsOf(actor.id, tx))) throw notFound("Group");
  return group;
}

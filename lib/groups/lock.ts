import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import type { Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { forbidden, notFound } from "@/lib/errors";
import { canManageGroup, canManageGroups } from "@/lib/groups/policy";
import { groupColumns, groupIdsOf } from "@/lib/groups/queries";
import type { Group } from "@/lib/groups/types";

/**
 * Returns a group that the actor manages. The row stays locked until the transaction ends, so that concurrent
 * additions are counted one at a time. NO KEY: inserting a link locks its creator and then the group's key, and must
 * not wait for this lock.
 *
 * @throws AppError forbidden, not_found
 */
export async function lockManagedGroupOrThrow(tx: Transaction, actor: Actor, id: string): Promise<Group> {
  if (!canManageGroups(actor)) throw forbidden();
  if (!isUuid(id)) throw notFound("Group");
  await execute(tx, sql`SELECT FROM groups WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
  const group = await tx.group.findUnique({ where: { id }, select: groupColumns });
  if (!group || !canManageGroup(actor, id, await groupIdsOf(actor.id, tx))) throw notFound("Group");
  return group;
}

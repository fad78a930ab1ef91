import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import { canManageGroups } from "@/lib/groups/policy";
import { groupColumns } from "@/lib/groups/queries";
import type { CreateGroupInput } from "@/lib/groups/schema";
import type { Group } from "@/lib/groups/types";

/**
 * Creates a group with its creator as first member.
 *
 * @throws AppError forbidden
 */
export async function createGroup(actor: Actor, input: CreateGroupInput): Promise<Group> {
  if (!canManageGroups(actor)) throw forbidden();
  return prisma().$transaction(async (tx) => {
    const group = await tx.group.create({
      data: { ...input, memberships: { create: { userId: actor.id } } },
      select: groupColumns,
    });
    await recordAudit(tx, actor, {
      action: "group.create",
      subject: { type: "group", id: group.id, label: group.name },
      after: input,
    });
    return group;
  });
}

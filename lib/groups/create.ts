import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { createRateLimiter } from "@/lib/db/rate-limiter";
import { forbidden } from "@/lib/errors";
import { canManageGroups } from "@/lib/groups/policy";
import { groupColumns } from "@/lib/groups/queries";
import type { CreateGroupInput } from "@/lib/groups/schema";
import type { Group } from "@/lib/groups/types";

/** For a group_admin. Groups can't be deleted, and an overall_admin's pages load all of them. */
export const MAX_GROUPS_PER_DAY = 100;
export const TOO_MANY_GROUPS = `You can create at most ${MAX_GROUPS_PER_DAY} groups a day.`;
const DAY_IN_SECONDS = 24 * 60 * 60;

const limiter = createRateLimiter("create-group", DAY_IN_SECONDS);

/**
 * Creates a group with its creator as first member.
 *
 * @throws AppError forbidden, rate_limited
 */
export async function createGroup(actor: Actor, input: CreateGroupInput): Promise<Group> {
  if (!canManageGroups(actor)) throw forbidden();
  if (actor.role !== "overall_admin") await limiter.consume(actor.id, MAX_GROUPS_PER_DAY, TOO_MANY_GROUPS);
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

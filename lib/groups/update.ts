import type { Actor } from "@/lib/actor";
import { changedFields } from "@/lib/audit/changes";
import { recordAudit } from "@/lib/audit/record";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { lockManagedGroupOrThrow } from "@/lib/groups/lock";
import { groupColumns } from "@/lib/groups/queries";
import { DESCRIPTION_CHARSET, type UpdateGroupInput } from "@/lib/groups/schema";
import type { Group } from "@/lib/groups/types";
import { assertReadableName, isReadableText, keepName } from "@/lib/name";

/**
 * Updates a group's name, description or limit; omitted fields stay unchanged.
 *
 * @throws AppError forbidden, not_found, invalid, conflict
 */
export async function updateGroup(actor: Actor, id: string, given: UpdateGroupInput): Promise<Group> {
  return prisma().$transaction(async (tx) => {
    const group = await lockManagedGroupOrThrow(tx, actor, id);
    const input = { ...given, name: keepName(given.name, group.name) };
    const changes = changedFields(group, input);
    if (!changes) return group;
    assertReadableName(changes.after.name, "name");
    if ("description" in changes.after && !isReadableText(input.description ?? "")) {
      throw new AppError("invalid", DESCRIPTION_CHARSET, "description");
    }
    if (input.userLimit !== undefined && input.userLimit < group.userLimit) {
      await assertRoomForMembers(tx, id, input.userLimit);
    }
    const updated = await tx.group.update({ where: { id }, data: input, select: groupColumns });
    await recordAudit(tx, actor, {
      action: "group.update",
      subject: { type: "group", id, label: group.name },
      ...changes,
    });
    return updated;
  });
}

async function assertRoomForMembers(tx: Transaction, groupId: string, userLimit: number): Promise<void> {
  const members = await tx.groupMembership.count({ where: { groupId } });
  if (members > userLimit) {
    const message = `User limit cannot be below the group's ${plural(members, "current member")}`;
    throw new AppError("conflict", message, "userLimit");
  }
}

import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import { type ApiKeyRow, apiKeyColumns, toApiKey } from "@/lib/api-keys/dto";
import { canManageApiKeys, canManageApiKeysOf } from "@/lib/api-keys/policy";
import type { ApiKey } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import { forbidden, notFound } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";

/**
 * Lists a group's keys, newest first, including revoked ones.
 *
 * @throws AppError forbidden, not_found
 */
export async function listApiKeys(actor: Actor, groupId: string): Promise<ApiKey[]> {
  await assertMayManageApiKeysOf(actor, groupId);
  const rows = await prisma().apiKey.findMany({ where: { groupId }, select: apiKeyColumns, orderBy: { id: "desc" } });
  return rows.map(toApiKey);
}

/** @throws AppError forbidden; not_found if the group does not exist or the actor is not in it */
export async function assertMayManageApiKeysOf(actor: Actor, groupId: string): Promise<void> {
  if (!canManageApiKeys(actor)) throw forbidden();
  const [exists, memberOf] = await Promise.all([
    isUuid(groupId) ? prisma().group.count({ where: { id: groupId } }) : 0,
    groupIdsOf(actor.id),
  ]);
  if (!exists || !canManageApiKeysOf(actor, groupId, memberOf)) throw notFound("Group");
}

/** @throws AppError not_found if the key does not exist or the actor may not see it */
export async function getApiKeyOrThrow(actor: Actor, id: string): Promise<ApiKeyRow> {
  const [key, memberOf] = await Promise.all([
    isUuid(id) ? prisma().apiKey.findUnique({ where: { id }, select: apiKeyColumns }) : null,
    groupIdsOf(actor.id),
  ]);
  if (!key || !canManageApiKeysOf(actor, key.groupId, memberOf)) throw notFound("API key");
  return key;
}

/** The number of suspended keys of an owner that would work otherwise, in the groups whose keys the actor manages. */
export async function countSuspendedKeysOf(actor: Actor, ownerId: string): Promise<number> {
  const isEverywhere = actor.role === "overall_admin";
  const groupId = isEverywhere ? undefined : { in: [...(await groupIdsOf(actor.id))] };
  return prisma().apiKey.count({
    where: {
      ...(groupId && { groupId }),
      AND: [
        { isActive: true, suspendedAt: { not: null } },
        { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
        { OR: [{ adoptedById: ownerId }, { adoptedById: null, createdById: ownerId }] },
      ],
    },
  });
}

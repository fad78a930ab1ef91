import type { Actor } from "@/lib/actor";
import { apiKeyColumns, toApiKey } from "@/lib/api-keys/dto";
import { generateApiKey, lastFourOf, prefixOf } from "@/lib/api-keys/key";
import { assertMayManageApiKeysOf } from "@/lib/api-keys/queries";
import type { CreateApiKeyInput } from "@/lib/api-keys/schema";
import type { CreatedApiKey } from "@/lib/api-keys/types";
import { recordAudit } from "@/lib/audit/record";
import { hashToken } from "@/lib/auth/tokens";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError, forbidden } from "@/lib/errors";

/** A group's list has no pages. */
export const MAX_KEYS = 500;
export const TOO_MANY_KEYS = `A group can have at most ${MAX_KEYS} API keys, including revoked ones. An overall admin can delete some.`;

/**
 * Creates a key for a group. Only this response contains the key; the database stores its hash.
 *
 * @throws AppError forbidden, not_found, conflict
 */
export async function createApiKey(actor: Actor, groupId: string, input: CreateApiKeyInput): Promise<CreatedApiKey> {
  await assertMayManageApiKeysOf(actor, groupId);
  const { name, scopes, rateLimit, expiresAt = null } = input;
  const apiKey = generateApiKey();
  const row = await prisma().$transaction(async (tx) => {
    await assertRoomForKey(tx, groupId);
    const created = await tx.apiKey.create({
      data: {
        groupId,
        createdById: actor.id,
        name,
        scopes,
        rateLimit,
        expiresAt: expiresAt && new Date(expiresAt),
        keyHash: hashToken(apiKey),
        keyPrefix: prefixOf(apiKey),
        lastFour: lastFourOf(apiKey),
      },
      select: apiKeyColumns,
    });
    // A trigger suspended it: the actor lost the right to create it since the check.
    if (created.suspendedAt) throw forbidden();
    await recordAudit(tx, actor, {
      action: "api_key.create",
      subject: { type: "api_key", id: created.id, label: name },
      after: { groupId, lastFour: created.lastFour, scopes, rateLimit, expiresAt },
    });
    return created;
  });
  return { ...toApiKey(row), apiKey };
}

/** Locks the group, so that concurrent creations are counted one at a time. */
async function assertRoomForKey(tx: Transaction, groupId: string): Promise<void> {
  await execute(tx, sql`SELECT FROM groups WHERE id = ${groupId}::uuid FOR NO KEY UPDATE`);
  if ((await tx.apiKey.count({ where: { groupId } })) >= MAX_KEYS) throw new AppError("conflict", TOO_MANY_KEYS);
}

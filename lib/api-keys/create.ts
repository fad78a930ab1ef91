import type { Actor } from "@/lib/actor";
import { apiKeyColumns, toApiKey } from "@/lib/api-keys/dto";
import { generateApiKey, lastFourOf, prefixOf } from "@/lib/api-keys/key";
import { assertMayManageApiKeysOf } from "@/lib/api-keys/queries";
import type { CreateApiKeyInput } from "@/lib/api-keys/schema";
import type { CreatedApiKey } from "@/lib/api-keys/types";
import { recordAudit } from "@/lib/audit/record";
import { hashToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";

/**
 * Creates a key for a group. Only this response contains the key; the database stores its hash.
 *
 * @throws AppError forbidden, not_found
 */
export async function createApiKey(actor: Actor, groupId: string, input: CreateApiKeyInput): Promise<CreatedApiKey> {
  await assertMayManageApiKeysOf(actor, groupId);
  const { name, scopes, rateLimit, expiresAt = null } = input;
  const apiKey = generateApiKey();
  const row = await prisma().$transaction(async (tx) => {
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
      after: { groupId, scopes, rateLimit, expiresAt },
    });
    return created;
  });
  return { ...toApiKey(row), apiKey };
}

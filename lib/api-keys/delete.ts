import type { Actor } from "@/lib/actor";
import { canDeleteApiKeys } from "@/lib/api-keys/policy";
import { getApiKeyOrThrow } from "@/lib/api-keys/queries";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";

/**
 * Permanently deletes a key and its stored idempotent responses. Links created with it remain.
 *
 * @throws AppError forbidden, not_found
 */
export async function deleteApiKey(actor: Actor, id: string): Promise<{ id: string }> {
  if (!canDeleteApiKeys(actor)) throw forbidden();
  const { name, groupId, lastFour, scopes, rateLimit, isActive } = await getApiKeyOrThrow(actor, id);
  await prisma().$transaction(async (tx) => {
    // Only one of several concurrent requests deletes and audits.
    const { count } = await tx.apiKey.deleteMany({ where: { id } });
    if (count === 0) return;
    await tx.idempotencyKey.deleteMany({ where: { apiKeyId: id } });
    await recordAudit(tx, actor, {
      action: "api_key.delete",
      subject: { type: "api_key", id, label: name },
      before: { groupId, lastFour, scopes, rateLimit, isActive },
    });
  });
  return { id };
}

import { canDeleteApiKeys } from "@/lib/api-keys/policy";
import { getApiKeyOrThrow } from "@/lib/api-keys/queries";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import type { Actor } from "@/lib/users/types";

/**
 * Deletes a key for good, with its stored answers. The links that it made stay.
 *
 * @throws AppError forbidden, not_found
 */
export async function deleteApiKey(actor: Actor, id: string): Promise<{ id: string }> {
  if (!canDeleteApiKeys(actor)) throw forbidden();
  const { name, groupId, rateLimit, isActive } = await getApiKeyOrThrow(actor, id);
  await prisma().$transaction(async (tx) => {
    // Of two at once, one deletes and the other finds nothing.
    const { count } = await tx.apiKey.deleteMany({ where: { id } });
    if (count === 0) return;
    await tx.idempotencyKey.deleteMany({ where: { apiKeyId: id } });
    await recordAudit(tx, actor, {
      action: "api_key.delete",
      subject: { type: "api_key", id, label: name },
      before: { groupId, rateLimit, isActive },
    });
  });
  return { id };
}

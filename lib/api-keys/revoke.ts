import type { Actor } from "@/lib/actor";
import { toApiKey } from "@/lib/api-keys/dto";
import { canManageApiKeys } from "@/lib/api-keys/policy";
import { getApiKeyOrThrow } from "@/lib/api-keys/queries";
import type { ApiKey } from "@/lib/api-keys/types";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";

/**
 * Permanently revokes a key, which stays listed. Revoking twice is a no-op.
 *
 * @throws AppError forbidden, not_found
 */
export async function revokeApiKey(actor: Actor, id: string): Promise<ApiKey> {
  if (!canManageApiKeys(actor)) throw forbidden();
  const key = await getApiKeyOrThrow(actor, id);
  await prisma().$transaction(async (tx) => {
    // Matches nothing if a concurrent request has revoked or deleted the key.
    const { count } = await tx.apiKey.updateMany({ where: { id, isActive: true }, data: { isActive: false } });
    if (count === 0) return;
    await recordAudit(tx, actor, {
      action: "api_key.revoke",
      subject: { type: "api_key", id, label: key.name },
      before: { isActive: true },
      after: { isActive: false },
    });
  });
  return toApiKey({ ...key, isActive: false });
}

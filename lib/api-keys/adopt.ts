import type { Actor } from "@/lib/actor";
import { apiKeyColumns, toApiKey } from "@/lib/api-keys/dto";
import { canManageApiKeys } from "@/lib/api-keys/policy";
import { getApiKeyOrThrow } from "@/lib/api-keys/queries";
import type { ApiKey } from "@/lib/api-keys/types";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError, forbidden } from "@/lib/errors";

export const NOT_SUSPENDED = "Only suspended API keys can be taken over";

/**
 * Makes the actor the owner of a suspended key, which becomes usable again within the actor's rights.
 *
 * @throws AppError forbidden, not_found, conflict
 */
export async function adoptApiKey(actor: Actor, id: string): Promise<ApiKey> {
  if (!canManageApiKeys(actor)) throw forbidden();
  const { name, suspendedReason } = await getApiKeyOrThrow(actor, id);
  const row = await prisma().$transaction(async (tx) => {
    // The trigger that checks owners locks this row too; locking it before the key's row avoids a deadlock.
    await execute(tx, sql`SELECT FROM users WHERE id = ${actor.id}::uuid FOR SHARE`);
    const now = new Date();
    const { count } = await tx.apiKey.updateMany({
      where: {
        id,
        isActive: true,
        suspendedAt: { not: null },
        OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      },
      data: { adoptedById: actor.id, suspendedAt: null, suspendedReason: null },
    });
    if (count === 0) throw new AppError("conflict", NOT_SUSPENDED);
    const adopted = await tx.apiKey.findUniqueOrThrow({ where: { id }, select: apiKeyColumns });
    // The trigger suspended it again: the actor lost the right to adopt it since the check.
    if (adopted.suspendedAt) throw forbidden();
    await recordAudit(tx, actor, {
      action: "api_key.adopt",
      subject: { type: "api_key", id, label: name },
      before: { suspended: true, reason: suspendedReason },
      after: { suspended: false },
    });
    return adopted;
  });
  return toApiKey(row);
}

import { assertKeyUsable } from "@/lib/api-keys/usable";
import type { AuditActor } from "@/lib/audit/record";
import { findPresentActor } from "@/lib/auth/active-sessions";
import type { SqlClient } from "@/lib/db/sql";
import { forbidden, unauthorized } from "@/lib/errors";

/**
 * Asserts, in the transaction of a change and after it has waited for locks, that its actor may still act: a key is
 * usable; a user is active, and has the session and the role with which the change was authorised.
 *
 * @throws AppError unauthorized, forbidden, api_key_suspended
 */
export async function assertActorPresent(client: SqlClient, actor: AuditActor): Promise<void> {
  if ("apiKeyId" in actor) return assertKeyUsable(client, actor.apiKeyId);
  if (!("role" in actor)) return;
  const present = await findPresentActor(actor, client);
  if (!present) throw unauthorized();
  if (present.role !== actor.role) throw forbidden();
}

import type { ApiCaller, ApiKeyScope } from "@/lib/api-keys/types";
import type { AuditActor } from "@/lib/audit/record";
import { queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";

export const KEY_INVALID = "Invalid API key";
export const KEY_REVOKED = "This API key has been revoked";
export const KEY_EXPIRED = "This API key has expired";
export const KEY_SUSPENDED = "This API key is suspended; an admin of its group must take it over in the dashboard";

/** Why a key cannot be used; `unknown` if it does not exist or has been deleted. */
export type KeyProblem = "unknown" | "revoked" | "expired" | "suspended";

/**
 * SQL expression for the `KeyProblem` of a row of `api_keys AS key`, or NULL. Triggers store suspensions; the owner's
 * rights are checked as well, in case a change bypassed the triggers.
 */
export const KEY_PROBLEM = sql`
  CASE WHEN NOT key.is_active THEN 'revoked'
       WHEN key.expires_at <= now() THEN 'expired'
       WHEN key.suspended_at IS NOT NULL
         OR api_key_owner_problem(coalesce(key.adopted_by_id, key.created_by_id), key.group_id) IS NOT NULL
       THEN 'suspended' END`;

/** Why a key cannot be used now; null if it can. */
export async function findKeyProblem(client: SqlClient, keyId: string): Promise<KeyProblem | null> {
  const [key] = await queryRows<{ problem: KeyProblem | null }>(
    client,
    sql`SELECT ${KEY_PROBLEM} AS problem FROM api_keys AS key WHERE id = ${keyId}::uuid`,
  );
  return key ? key.problem : "unknown";
}

const MESSAGES: Record<KeyProblem, string> = {
  unknown: KEY_INVALID,
  revoked: KEY_REVOKED,
  expired: KEY_EXPIRED,
  suspended: KEY_SUSPENDED,
};

export function keyProblemError(problem: KeyProblem): AppError {
  return new AppError(problem === "suspended" ? "api_key_suspended" : "unauthorized", MESSAGES[problem]);
}

/**
 * Asserts, in the transaction of a change, that the actor, if a key, has not been revoked or suspended since
 * authentication. Users are checked when the change is audited.
 *
 * @throws AppError unauthorized, api_key_suspended
 */
export async function assertKeyUsable(client: SqlClient, actor: AuditActor): Promise<void> {
  const problem = "apiKeyId" in actor && (await findKeyProblem(client, actor.apiKeyId));
  if (problem) throw keyProblemError(problem);
}

/**
 * Asserts that a key has a scope.
 *
 * @throws AppError insufficient_scope
 */
export function assertScope(caller: Pick<ApiCaller, "scopes">, scope: ApiKeyScope): void {
  if (!caller.scopes.includes(scope)) throw new AppError("insufficient_scope", scopeMissing(scope));
}

export function scopeMissing(scope: ApiKeyScope): string {
  return `This API key lacks the scope ${scope}`;
}

/** The audit actor of a public API request: the key, never a user. */
export function auditActorOf({ keyId, keyName }: Pick<ApiCaller, "keyId" | "keyName">) {
  return { id: null, label: `API key ${keyName}`, apiKeyId: keyId } satisfies AuditActor;
}

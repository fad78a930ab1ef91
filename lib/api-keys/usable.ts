import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";

export const KEY_INVALID = "This API key is not valid";
export const KEY_REVOKED = "This API key was revoked";
export const KEY_EXPIRED = "This API key has expired";
export const KEY_SUSPENDED = "This API key is suspended until an admin of its group adopts it";

/** Why a key may not be used; `unknown`: there is none, or no longer. */
export type KeyProblem = "unknown" | "revoked" | "expired" | "suspended";

/**
 * A `KeyProblem` of a row of `api_keys AS key`, or NULL. Suspension is stored by triggers; what the owner may do is
 * asked all the same, so that a key never outlives a change that no trigger saw.
 */
export const KEY_PROBLEM = `
  CASE WHEN NOT key.is_active THEN 'revoked'
       WHEN key.expires_at <= now() THEN 'expired'
       WHEN key.suspended_at IS NOT NULL
         OR api_key_owner_problem(coalesce(key.adopted_by_id, key.created_by_id), key.group_id) IS NOT NULL
       THEN 'suspended' END`;

/** The problem of one key, as a statement: no row for one that does not exist. */
export function selectKeyProblem(keyId: string): Prisma.Sql {
  return Prisma.sql`SELECT ${Prisma.raw(KEY_PROBLEM)} AS problem FROM api_keys AS key WHERE id = ${keyId}::uuid`;
}

export function keyProblemError(problem: KeyProblem): AppError {
  switch (problem) {
    case "unknown":
      return new AppError("unauthorized", KEY_INVALID);
    case "revoked":
      return new AppError("unauthorized", KEY_REVOKED);
    case "expired":
      return new AppError("unauthorized", KEY_EXPIRED);
    case "suspended":
      return new AppError("api_key_suspended", KEY_SUSPENDED);
  }
}

/**
 * Asserts that the key is still usable, in the transaction of a change: it may have been revoked or suspended since
 * the call was authenticated.
 *
 * @throws AppError unauthorized, api_key_suspended
 */
export async function assertKeyUsable(tx: Transaction, keyId: string): Promise<void> {
  const [key] = await tx.$queryRaw<{ problem: KeyProblem | null }[]>(selectKeyProblem(keyId));
  if (!key) throw keyProblemError("unknown");
  if (key.problem) throw keyProblemError(key.problem);
}

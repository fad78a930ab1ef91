import type { ApiCaller, ApiKeyScope } from "@/lib/api-keys/types";
import { AppError } from "@/lib/errors";

/**
 * Asserts that a key has the scope that a call needs.
 *
 * @throws AppError insufficient_scope
 */
export function assertScope(caller: Pick<ApiCaller, "scopes">, scope: ApiKeyScope): void {
  if (!caller.scopes.includes(scope)) throw new AppError("insufficient_scope", scopeMissing(scope));
}

export function scopeMissing(scope: ApiKeyScope): string {
  return `This API key does not have the scope ${scope}`;
}

import type { ApiCaller, ApiKeyScope } from "@/lib/api-keys/types";
import { AppError } from "@/lib/errors";

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

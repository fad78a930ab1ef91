import type { Actor } from "@/lib/actor";
import type { ApiCaller } from "@/lib/api-keys/types";
import { AppError, type ErrorCode } from "@/lib/errors";
import type { CallRequest } from "@/lib/http/call-request";
import { logSecurityEvent } from "@/lib/security-log";

const PERMISSIONS: ReadonlySet<ErrorCode> = new Set([
  "forbidden",
  "insufficient_scope",
  "not_in_group",
  "recent_sign_in_required",
]);

/** Logs denied permissions of authenticated callers. Not in the audit log, which a script could flood. */
export function logDeniedPermission(
  error: unknown,
  actor: Actor | ApiCaller | null | undefined,
  { method, nextUrl }: Pick<CallRequest, "method" | "nextUrl">,
  requestId: string,
): void {
  if (!(error instanceof AppError) || !PERMISSIONS.has(error.code) || !actor) return;
  const who: Record<string, string> =
    "keyId" in actor ? { apiKeyId: actor.keyId } : { userId: actor.id, role: actor.role };
  logSecurityEvent("permission_refused", { ...who, method, path: nextUrl.pathname, code: error.code, requestId });
}

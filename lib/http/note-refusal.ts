import type { ApiCaller } from "@/lib/api-keys/types";
import { AppError, type ErrorCode } from "@/lib/errors";
import type { CallRequest } from "@/lib/http/call-request";
import { logSecurityEvent } from "@/lib/security-log";
import type { Actor } from "@/lib/users/types";

const PERMISSIONS: ReadonlySet<ErrorCode> = new Set([
  "forbidden",
  "insufficient_scope",
  "not_in_group",
  "recent_sign_in_required",
]);

/** Writes to the log who, signed in or with an API key, asked for what they may not do. Not to the audit log, which a script could fill with it. */
export function noteRefusal(
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

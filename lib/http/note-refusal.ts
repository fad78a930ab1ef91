import type { ApiCaller } from "@/lib/api-keys/types";
import { AppError, type ErrorCode } from "@/lib/errors";
import type { CallRequest } from "@/lib/http/call-request";
import { logSecurityEvent } from "@/lib/security-log";
import type { Actor } from "@/lib/users/types";

const PERMISSIONS: ReadonlySet<ErrorCode> = new Set(["forbidden", "not_in_group", "recent_sign_in_required"]);

/** Writes to the log who signed in asked for what they may not do. Not to the audit log, which a script could fill with it. */
export function noteRefusal(
  error: unknown,
  actor: Actor | ApiCaller | null | undefined,
  { method, nextUrl }: Pick<CallRequest, "method" | "nextUrl">,
  requestId: string,
): void {
  if (!(error instanceof AppError) || !PERMISSIONS.has(error.code) || !actor || !("role" in actor)) return;
  const { id: userId, role } = actor;
  logSecurityEvent("permission_refused", { userId, role, method, path: nextUrl.pathname, code: error.code, requestId });
}

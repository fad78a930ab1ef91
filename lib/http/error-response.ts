import { isDatabaseUnavailable, isLockConflict, LOCKED } from "@/lib/database-unavailable";
import { AppError, type ErrorBody } from "@/lib/errors";
import { log } from "@/lib/log";

type Context = {
  requestId: string;
  /** Bodies under /api/v1 include `success`. */
  isPublicApi: boolean;
};

const RETRY_AFTER_SECONDS = 5;
export const DATABASE_UNAVAILABLE = "The server cannot reach its database. Please try again in a few seconds.";

/** Maps an error to a response. An AppError keeps its message; anything else is logged and answered opaquely. */
export function errorResponse(error: unknown, { requestId, isPublicApi }: Context): Response {
  const base = { ...(isPublicApi && { success: false as const }), requestId };
  const refusal = error instanceof AppError ? error : logged(error, requestId);
  if (!refusal) return answer(500, { ...base, message: "Internal server error", code: "internal" });
  const { code, message, field, retryAfterSeconds, maxAgeSeconds, status } = refusal;
  const response = answer(status, { ...base, message, code, ...(field && { field }) });
  if (retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(retryAfterSeconds));
  // RFC 6750, section 3.1.
  if (code === "insufficient_scope") {
    response.headers.set("WWW-Authenticate", bearerChallenge("insufficient_scope", message));
  }
  if (maxAgeSeconds !== undefined) response.headers.set("Cache-Control", `private, max-age=${maxAgeSeconds}`);
  return response;
}

/** A WWW-Authenticate challenge (RFC 6750, section 3). */
export function bearerChallenge(error: "invalid_token" | "insufficient_scope", description: string): string {
  return `Bearer realm="api", error="${error}", error_description="${description}"`;
}

/** Logs a failure. Returns a refusal if the failure is temporary. */
function logged(error: unknown, requestId: string): AppError | null {
  const temporary = findTemporary(error);
  log.error({ err: error, requestId }, temporary?.what ?? "request failed");
  return temporary && new AppError("unavailable", temporary.message, undefined, RETRY_AFTER_SECONDS);
}

/** What failed, for the log, and a message for the client; null if a retry would not help. */
function findTemporary(error: unknown): { what: string; message: string } | null {
  if (isDatabaseUnavailable(error)) return { what: "database unavailable", message: DATABASE_UNAVAILABLE };
  return isLockConflict(error) ? { what: "lock not available", message: LOCKED } : null;
}

function answer(status: number, body: ErrorBody): Response {
  return Response.json(body, { status });
}

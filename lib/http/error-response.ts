import { isDatabaseAway } from "@/lib/db/database-away";
import { AppError, type ErrorBody } from "@/lib/errors";
import { log } from "@/lib/log";

type Context = {
  requestId: string;
  /** Under /api/v1 every body says whether the call succeeded. */
  isPublicApi: boolean;
};

const RETRY_AFTER_SECONDS = 5;
export const DATABASE_AWAY = "The server cannot reach its database. Please try again in a few seconds.";

/** The answer to an error: a refusal in its own words, anything else logged whole and answered opaquely. */
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

/** Says why a key was refused (RFC 6750, section 3). */
export function bearerChallenge(error: "invalid_token" | "insufficient_scope", description: string): string {
  return `Bearer realm="api", error="${error}", error_description="${description}"`;
}

/** What a caller may be told of a failure: that it will pass, or nothing. */
function logged(error: unknown, requestId: string): AppError | null {
  const isAway = isDatabaseAway(error);
  log.error({ err: error, requestId }, isAway ? "the database does not answer" : "request failed");
  return isAway ? new AppError("unavailable", DATABASE_AWAY, undefined, RETRY_AFTER_SECONDS) : null;
}

function answer(status: number, body: ErrorBody): Response {
  return Response.json(body, { status });
}

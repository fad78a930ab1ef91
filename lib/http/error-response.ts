import { AppError, type ErrorBody } from "@/lib/errors";
import { log } from "@/lib/log";

type Context = {
  requestId: string;
  /** Under /api/v1 every body says whether the call succeeded. */
  isPublicApi: boolean;
};

/** The answer to an error: a refusal in its own words, anything else logged whole and answered opaquely. */
export function errorResponse(error: unknown, { requestId, isPublicApi }: Context): Response {
  const base = { ...(isPublicApi && { success: false as const }), requestId };
  if (!(error instanceof AppError)) {
    log.error({ err: error, requestId }, "request failed");
    return answer(500, { ...base, message: "Internal server error", code: "internal" });
  }
  const { code, message, field, retryAfterSeconds, status } = error;
  const response = answer(status, { ...base, message, code, ...(field && { field }) });
  if (retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(retryAfterSeconds));
  return response;
}

function answer(status: number, body: ErrorBody): Response {
  return Response.json(body, { status });
}

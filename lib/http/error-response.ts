import { AppError, type ErrorBody } from "@/lib/errors";
import { log } from "@/lib/log";

/** The answer to an error: a refusal in its own words, anything else logged whole and answered opaquely. */
export function errorResponse(error: unknown, requestId: string): Response {
  if (!(error instanceof AppError)) {
    log.error({ err: error, requestId }, "request failed");
    return answer(500, { message: "Internal server error", code: "internal", requestId });
  }
  const { code, message, field, retryAfterSeconds, status } = error;
  const response = answer(status, { message, code, ...(field && { field }), requestId });
  if (retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(retryAfterSeconds));
  return response;
}

function answer(status: number, body: ErrorBody): Response {
  return Response.json(body, { status });
}

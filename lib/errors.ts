import { processWide } from "@/lib/process-wide";

/** All error codes and their HTTP statuses. */
export const ERROR_STATUS = {
  moved: 308,
  invalid: 400,
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_scope: 403,
  api_key_suspended: 403,
  not_in_group: 403,
  url_limit_reached: 403,
  foreign_origin: 403,
  recent_sign_in_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  signed_in_as_other: 409,
  short_code_taken: 409,
  idempotency_key_reused: 409,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

class ExpectedError extends Error {
  override readonly name = "AppError";

  /**
   * @param field the input field the message is about
   * @param retryAfterSeconds value of the Retry-After header
   * @param maxAgeSeconds how long the browser may cache the error
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly field?: string,
    readonly retryAfterSeconds?: number,
    readonly maxAgeSeconds?: number,
  ) {
    super(message);
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/**
 * An expected error whose message is sent to the client unchanged. One class for all bundles of a process: what they
 * share, such as the process that draws QR codes, throws errors of the bundle that started it.
 */
export const AppError = processWide("hopAppError", () => ExpectedError);
export type AppError = ExpectedError;

/** Body of every error response; `success` under /api/v1, and where the path is not known. */
export type ErrorBody = { success?: false; message: string; code: ErrorCode; field?: string; requestId: string };

type Issue = { message: string; path: readonly PropertyKey[]; keys?: readonly string[] };

/** An error with the message and field of the first schema issue. An unknown field is its own field. */
export function invalidInput(issues: readonly Issue[]): AppError {
  const [issue] = issues;
  const field = issue && [...issue.path, ...(issue.keys?.slice(0, 1) ?? [])].join(".");
  return new AppError("invalid", issue?.message ?? "Invalid input", field || undefined);
}

/** The caller has no session. The interface relies on this exact message (spec section 8). */
export function unauthorized(): AppError {
  return new AppError("unauthorized", "Unauthorized");
}

export function forbidden(message = "You do not have permission to do this."): AppError {
  return new AppError("forbidden", message);
}

/** @param thing what was requested, for example "Short URL" */
export function notFound(thing: string): AppError {
  return new AppError("not_found", `${thing} not found`);
}

/** The whole error vocabulary: code to HTTP status. */
export const ERROR_STATUS = {
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

/** A refusal that the caller may read: its message reaches the client as it is. */
export class AppError extends Error {
  override readonly name = "AppError";

  /**
   * @param field the input that the message is about
   * @param retryAfterSeconds sent as the Retry-After header
   * @param maxAgeSeconds for which the browser may take it that nothing has changed
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

/** Body of every error answer; `success` under /api/v1 only. */
export type ErrorBody = { success?: false; message: string; code: ErrorCode; field?: string; requestId: string };

/** Input that breaks a rule of its schema, in the words of the first one broken. */
export function invalidInput(issues: readonly { message: string; path: readonly PropertyKey[] }[]): AppError {
  const [issue] = issues;
  return new AppError("invalid", issue?.message ?? "Invalid input", issue?.path.join(".") || undefined);
}

/** The caller has no session. The word matters: the interface looks for it (spec section 8). */
export function unauthorized(): AppError {
  return new AppError("unauthorized", "Unauthorized");
}

export function forbidden(message = "You do not have permission to do this."): AppError {
  return new AppError("forbidden", message);
}

/** @param thing what was looked for, for example "Short URL" */
export function notFound(thing: string): AppError {
  return new AppError("not_found", `${thing} not found`);
}

import { ACTING_USER_HEADER } from "@/lib/users/types";

type ErrorDetails = { message: string; code: string | undefined; field: string | undefined };

/** A failed response. Its message is the status, a colon and the body (spec section 8). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The message for the user, if the server sent one. */
  readonly serverMessage: string | undefined;
  readonly code: string | undefined;
  /** The input that the message is about. */
  readonly field: string | undefined;

  constructor(
    readonly status: number,
    bodyText: string,
    statusText: string,
    /** When a limit allows another attempt. */
    readonly retryAfterSeconds?: number,
  ) {
    super(`${status}: ${bodyText || statusText}`);
    const details = parseErrorBody(bodyText);
    this.serverMessage = details?.message;
    this.code = details?.code;
    this.field = details?.field;
  }
}

function parseErrorBody(text: string): ErrorDetails | undefined {
  try {
    return toErrorDetails(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Without zod, which would add an eighth to the JavaScript of every screen. */
function toErrorDetails(body: unknown): ErrorDetails | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { message, code, field }: { message?: unknown; code?: unknown; field?: unknown } = body;
  if (typeof message !== "string") return undefined;
  return {
    message,
    code: typeof code === "string" ? code : undefined,
    field: typeof field === "string" ? field : undefined,
  };
}

/** Whether a call failed because the user is signed out: '401: ... Unauthorized' (spec section 8). */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && /^401: .*Unauthorized/s.test(error.message);
}

let actingUser: string | undefined;

/** The user this page was rendered for; undefined if signed out. */
export function actingUserId(): string | undefined {
  return actingUser;
}

/** Marks all further changes as made by this user. */
export function actAs(userId: string): void {
  actingUser = userId;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Makes a call. A body, if any, is sent as JSON.
 *
 * @throws {ApiError} if the response is not a success
 */
export async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  const headers = {
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(method !== "GET" && actingUser !== undefined && { [ACTING_USER_HEADER]: actingUser }),
  };
  const response = await fetch(path, {
    method,
    credentials: "include",
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  const retryAfterSeconds = Number(response.headers.get("Retry-After")) || undefined;
  throw new ApiError(response.status, await response.text(), response.statusText, retryAfterSeconds);
}

/**
 * Makes a call and returns its parsed response.
 *
 * @throws {ApiError} if the response is not a success
 */
export async function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body);
  return response.json();
}

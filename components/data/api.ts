import { ACTING_USER_HEADER } from "@/lib/users/types";

/** The body of an error, which may be a proxy's. Not checked with zod, an eighth of the JavaScript of every screen. */
type ErrorDetails = { message?: unknown; code?: unknown; field?: unknown };

/** A failed response. Its message is the status, a colon and the body (spec section 8). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The message for the user, if the server sent one. That of an internal error tells them nothing. */
  readonly serverMessage: string | undefined;
  readonly code: string | undefined;
  /** The input that the message is about. */
  readonly field: unknown;

  constructor(
    readonly status: number,
    bodyText: string,
    statusText: string,
    /** When a limit allows another attempt. */
    readonly retryAfterSeconds?: number,
  ) {
    super(`${status}: ${bodyText || statusText}`);
    const { message, code, field } = parseErrorBody(bodyText);
    this.code = typeof code === "string" ? code : undefined;
    this.field = field;
    this.serverMessage = typeof message === "string" && code !== "internal" ? message : undefined;
  }
}

function parseErrorBody(text: string): ErrorDetails {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Whether a call failed because the user is signed out of Hop (spec section 8), or of a proxy in front of it. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
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

/** What calls answer. Proxies that ask for a sign-in then refuse with a 401 instead of redirecting. */
const ACCEPTED = "application/json, image/*";
/** Longer than the server takes (STATEMENT_TIMEOUT_SECONDS). */
const READ_TIMEOUT_MS = 60_000;
/** Enough for 2 MB at 150 kbit/s. */
export const WRITE_TIMEOUT_MS = 120_000;

/**
 * Makes a call. A body, if any, is sent as JSON.
 *
 * @throws {ApiError} if the response is not a success; 401 also if a proxy answers with its sign-in
 * @throws TypeError, or a DOMException after one minute, or two for a change, if there is no response
 */
export async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  const headers = {
    Accept: ACCEPTED,
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(method !== "GET" && actingUser !== undefined && { [ACTING_USER_HEADER]: actingUser }),
  };
  const response = await fetch(path, {
    method,
    credentials: "include",
    redirect: "manual",
    signal: AbortSignal.timeout(method === "GET" ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (isSignInOfProxy(response)) throw new ApiError(401, "", "Unauthorized");
  if (response.ok) return response;
  const retryAfterSeconds = Number(response.headers.get("Retry-After")) || undefined;
  throw new ApiError(response.status, await response.text(), response.statusText, retryAfterSeconds);
}

/** Hop itself neither redirects calls nor answers them with a page. */
function isSignInOfProxy({ type, ok, headers }: Response): boolean {
  return type === "opaqueredirect" || (ok && /^text\/html\b/i.test(headers.get("Content-Type") ?? ""));
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

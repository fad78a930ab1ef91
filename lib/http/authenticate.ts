import type { Actor } from "@/lib/actor";
import { authenticateApiKey, KEY_MISSING } from "@/lib/api-keys/authenticate";
import type { ApiCaller } from "@/lib/api-keys/types";
import type { Usage } from "@/lib/db/rate-limiter";
import { AppError, unauthorized } from "@/lib/errors";
import { plural } from "@/lib/format";
import type { CallRequest } from "@/lib/http/call-request";
import { assertActingUser, assertSameOrigin } from "@/lib/http/caller";
import { bearerChallenge } from "@/lib/http/error-response";
import { countUserCall } from "@/lib/http/user-limit";
import { isPublicApi } from "@/lib/paths";

/**
 * Who may call: signed-in users, API clients with a key, or anyone. `counted` is for errors returned to anyone: under
 * /api/v1, a request with a valid key still counts against its rate limit.
 */
export type Auth = "session" | "apiKey" | "public" | "counted";

/** The actor a handler receives for each kind of authentication. */
export type ActorOf<A extends Auth> = { session: Actor; apiKey: ApiCaller; public: null; counted: null }[A];

/**
 * Identifies the caller. Commands and queries authorise.
 *
 * @param headers of the response, including error responses; challenges and rate limits are added to them
 * @param cost counted against the user's rate limit
 * @throws AppError foreign_origin, unauthorized, signed_in_as_other, api_key_suspended, rate_limited
 */
export async function authenticate<A extends Auth>(
  auth: A,
  request: CallRequest,
  headers: Headers,
  cost?: number,
): Promise<ActorOf<A>>;
export async function authenticate(auth: Auth, request: CallRequest, headers: Headers, cost?: number) {
  // Browsers never attach API keys automatically, so CSRF is not possible here.
  if (auth === "apiKey") return authenticateCaller(request, headers);
  if (auth === "counted" && (await countKey(request, headers))) return null;
  assertSameOrigin(request);
  if (auth === "public" || auth === "counted") return null;
  // Loaded on demand: the session code is large, and API clients never need it.
  const { getActor } = await import("@/lib/auth/session");
  const actor = await getActor();
  if (!actor) throw unauthorized();
  await countUserCall(actor.id, cost);
  assertActingUser(request, actor);
  return actor;
}

/**
 * The signed-in user with their current role. Other callers stay as they are: each change by an API key checks the key
 * in its transaction.
 *
 * @throws AppError unauthorized if their session has ended
 */
export async function authenticateAgain<A extends Auth>(actor: ActorOf<A>): Promise<ActorOf<A>>;
export async function authenticateAgain(actor: Actor | ApiCaller | null) {
  if (!actor || "keyId" in actor) return actor;
  const { findPresentActor } = await import("@/lib/audit/present-actor");
  const present = await findPresentActor(actor);
  if (!present) throw unauthorized();
  return present;
}

async function authenticateCaller(request: CallRequest, headers: Headers): Promise<ApiCaller> {
  const authorization = request.headers.get("authorization");
  try {
    const { caller, usage, recordUse } = await authenticateApiKey(authorization);
    void recordUse?.();
    setRateLimitHeaders(headers, usage);
    if (usage.isOver) throw rateLimited(usage);
    return caller;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized") {
      headers.set("WWW-Authenticate", challenge(error.message));
    }
    throw error;
  }
}

/**
 * Counts a request against its key's rate limit.
 *
 * @returns false if the key is missing or cannot be used
 * @throws AppError rate_limited
 */
async function countKey(request: CallRequest, headers: Headers): Promise<boolean> {
  if (!isPublicApi(request.nextUrl.pathname) || !request.headers.has("authorization")) return false;
  try {
    await authenticateCaller(request, headers);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "rate_limited") throw error;
    headers.delete("WWW-Authenticate");
    return false;
  }
}

/** RFC 6750, section 3: a request without credentials, or with those of another scheme, gets no error details. */
function challenge(problem: string): string {
  return problem === KEY_MISSING ? 'Bearer realm="api"' : bearerChallenge("invalid_token", problem);
}

function setRateLimitHeaders(headers: Headers, { limit, remaining, resetSeconds }: Usage): void {
  for (const prefix of ["", "X-"]) {
    headers.set(`${prefix}RateLimit-Limit`, String(limit));
    headers.set(`${prefix}RateLimit-Remaining`, String(remaining));
    headers.set(`${prefix}RateLimit-Reset`, String(resetSeconds));
  }
}

function rateLimited({ limit, resetSeconds }: Usage): AppError {
  const message = `Rate limit exceeded: this API key allows ${plural(limit, "request")} per hour`;
  return new AppError("rate_limited", message, undefined, resetSeconds);
}

import { authenticateApiKey } from "@/lib/api-keys/authenticate";
import type { ApiCaller } from "@/lib/api-keys/types";
import type { Usage } from "@/lib/db/rate-limiter";
import { AppError, unauthorized } from "@/lib/errors";
import type { CallRequest } from "@/lib/http/call-request";
import { assertActingUser, assertSameOrigin } from "@/lib/http/caller";
import { bearerChallenge } from "@/lib/http/error-response";
import { countUserCall } from "@/lib/http/user-limit";
import type { Actor } from "@/lib/users/types";

/** Who may call: somebody signed in, a program with a key, or anybody. */
export type Auth = "session" | "apiKey" | "public";

/** Whom a handler gets for each. */
export type ActorOf<A extends Auth> = { session: Actor; apiKey: ApiCaller; public: null }[A];

/**
 * Finds out who calls. What they may do is the command's to decide.
 *
 * @param headers of the answer, also of a refusal: challenges and limits are added to them
 * @param cost what a signed-in call counts for against its user's limit
 * @throws AppError foreign_origin, unauthorized, signed_in_as_other, api_key_suspended, rate_limited
 */
export async function authenticate<A extends Auth>(
  auth: A,
  request: CallRequest,
  headers: Headers,
  cost?: number,
): Promise<ActorOf<A>>;
export async function authenticate(auth: Auth, request: CallRequest, headers: Headers, cost?: number) {
  // No browser sends a key by itself, so there is nothing that another site could borrow.
  if (auth === "apiKey") return callerOf(request, headers);
  assertSameOrigin(request);
  if (auth === "public") return null;
  // A program never needs what knows sessions, which is large.
  const { getActor } = await import("@/lib/auth/session");
  const actor = await getActor();
  if (!actor) throw unauthorized();
  await countUserCall(actor.id, cost);
  assertActingUser(request, actor);
  return actor;
}

async function callerOf(request: CallRequest, headers: Headers): Promise<ApiCaller> {
  const authorization = request.headers.get("authorization");
  try {
    const { caller, usage, recordUse } = await authenticateApiKey(authorization);
    void recordUse?.();
    tellUsage(headers, usage);
    if (usage.isOver) throw tooMany(usage);
    return caller;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized") {
      headers.set("WWW-Authenticate", challenge(authorization ? error.message : undefined));
    }
    throw error;
  }
}

/** RFC 6750, section 3: why is told only to who sent something. */
function challenge(problem: string | undefined): string {
  return problem ? bearerChallenge("invalid_token", problem) : 'Bearer realm="api"';
}

function tellUsage(headers: Headers, { limit, remaining, resetSeconds }: Usage): void {
  for (const prefix of ["", "X-"]) {
    headers.set(`${prefix}RateLimit-Limit`, String(limit));
    headers.set(`${prefix}RateLimit-Remaining`, String(remaining));
    headers.set(`${prefix}RateLimit-Reset`, String(resetSeconds));
  }
}

function tooMany({ limit, resetSeconds }: Usage): AppError {
  const message = `Rate limit exceeded: at most ${limit} requests an hour with this API key`;
  return new AppError("rate_limited", message, undefined, resetSeconds);
}

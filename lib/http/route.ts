import { randomUUID } from "node:crypto";
import type { ApiKeyScope } from "@/lib/api-keys/types";
import { assertScope } from "@/lib/api-keys/usable";
import { inRead } from "@/lib/db/read-pool";
import { type ActorOf, type Auth, authenticate, authenticateAgain } from "@/lib/http/authenticate";
import type { CallRequest } from "@/lib/http/call-request";
import { clientIp } from "@/lib/http/caller";
import { errorResponse } from "@/lib/http/error-response";
import { assertNoForeignBody, drainBody, hasBody, parseInput, readBytesBody, readJsonBody } from "@/lib/http/input";
import { logDeniedPermission } from "@/lib/http/log-denied-permission";
import { isPublicApi } from "@/lib/paths";
import * as z from "@/lib/zod";

/** The parts of a request that handlers see. They never get the Request itself. */
export type RequestInfo = {
  id: string;
  /** The client's address as determined by the front; null when running without one. */
  ip: string | null;
  cookie: (name: string) => string | undefined;
  header: (name: string) => string | null;
  url: URL;
};

/** While a body takes longer than this, its sender may lose their session or role: a client has almost a minute. */
const SLOW_BODY_MS = 1_000;

type Schema = z.ZodType | undefined;
type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

type Declaration<A extends Auth, P extends Schema, Q extends Schema, B extends Schema> = {
  auth: A;
  /** Scopes that an API key must have, refused before its input is read. Commands check them, too. */
  scopes?: readonly ApiKeyScope[];
  params?: P;
  query?: Q;
  /** Query parameters that may be repeated. They are parsed as arrays; for all others, the last value counts. */
  repeated?: readonly string[];
  body?: B;
  /** Any body is accepted and ignored. For calls that third-party clients make in their own format. */
  isBodyIgnored?: boolean;
  /** A request without a body counts as `{}`. */
  isBodyOptional?: boolean;
  /** The body is bytes of one of these types instead of JSON; declared together with `bytesBody`. */
  mediaTypes?: readonly string[];
  /** Default 64 KiB. */
  maxBodyBytes?: number;
  /** Counted against the user's rate limit; default 1. */
  cost?: number;
  /** Status of a successful response; default 200. */
  status?: number;
};

type Handler<A extends Auth, P extends Schema, Q extends Schema, B extends Schema> = (input: {
  actor: ActorOf<A>;
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  request: RequestInfo;
}) => unknown;

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

export type RouteHandler = (request: CallRequest, context: RouteContext) => Promise<Response>;

/**
 * Creates a route handler from a declaration (design section 3): assigns a request id, checks the origin,
 * authenticates, rate-limits, parses the input, runs the handler and maps errors. The handler's result is sent as
 * JSON unless it is a Response.
 */
export function route<
  A extends Auth,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(declaration: Declaration<A, P, Q, B>, handler: Handler<A, P, Q, B>): RouteHandler {
  return async (request, context) => {
    const requestId = randomUUID();
    const headers = new Headers({ "X-Request-Id": requestId, "X-Content-Type-Options": "nosniff" });
    let response: Response;
    let actor: ActorOf<A> | undefined;
    try {
      actor = await authenticate(declaration.auth, request, headers, declaration.cost);
      if (actor && "keyId" in actor) for (const scope of declaration.scopes ?? []) assertScope(actor, scope);
      const authenticatedAt = performance.now();
      const parsed = {
        params: parseInput(declaration.params, await context.params) as Output<P>,
        query: parseInput(declaration.query, toQuery(request.nextUrl.searchParams, declaration.repeated)) as Output<Q>,
        body: (await readBody(declaration, request)) as Output<B>,
        request: {
          id: requestId,
          ip: clientIp(request),
          cookie: (name: string) => request.cookies.get(name)?.value,
          header: (name: string) => request.headers.get(name),
          url: request.nextUrl,
        },
      };
      if (performance.now() - authenticatedAt > SLOW_BODY_MS) actor = await authenticateAgain<A>(actor);
      const input = { actor, ...parsed };
      const result = await (isRead(request) ? inRead(() => handler(input)) : handler(input));
      response =
        result instanceof Response ? result : Response.json(result ?? {}, { status: declaration.status ?? 200 });
    } catch (error) {
      logDeniedPermission(error, actor, request, requestId);
      await drainBody(request);
      response = errorResponse(error, { requestId, isPublicApi: isPublicApi(request.nextUrl.pathname) });
    }
    if (request.method === "HEAD") response = await withoutBody(response);
    else cancelWithClient(response, request.signal);
    for (const [name, value] of headers) response.headers.set(name, value);
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    return response;
  };
}

function isRead({ method }: CallRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function toQuery(parameters: URLSearchParams, repeated: readonly string[] = []): Record<string, string | string[]> {
  const lists = repeated.filter((name) => parameters.has(name)).map((name) => [name, parameters.getAll(name)] as const);
  return { ...Object.fromEntries(parameters), ...Object.fromEntries(lists) };
}

type BodyDeclaration = Pick<
  Declaration<Auth, Schema, Schema, Schema>,
  "body" | "isBodyIgnored" | "isBodyOptional" | "maxBodyBytes" | "mediaTypes"
>;

async function readBody(declaration: BodyDeclaration, request: CallRequest) {
  const { body, isBodyIgnored, isBodyOptional, maxBodyBytes, mediaTypes } = declaration;
  if (isBodyIgnored) return drainBody(request);
  if (mediaTypes) return readBytesBody(request, mediaTypes, maxBodyBytes);
  if (!body) return assertNoForeignBody(request);
  if (isBodyOptional && !hasBody(request)) return parseInput(body, {});
  return parseInput(body, await readJsonBody(request, maxBodyBytes));
}

/** Cancels the body, so that the export or stream behind it stops. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

/**
 * Cancels the body of a client that disconnects before Next begins to send it, for which Next never reads it: the
 * export or stream behind it would wait for ever. Once Next reads the body, Next also cancels it.
 */
function cancelWithClient({ body }: Response, signal: AbortSignal | undefined): void {
  const cancel = () => {
    if (!body?.locked) body?.cancel().catch(() => undefined);
  };
  if (signal?.aborted) cancel();
  else signal?.addEventListener("abort", cancel, { once: true });
}

/** A body of bytes, which is not parsed. */
export const bytesBody = z.instanceof(Buffer);

/** An id in a path. A malformed id returns 404, not 400. */
export const idParams = z.object({ id: z.string() });

/** Like `idParams`, for a path that takes an id or a short code. */
export const idOrCodeParams = z.object({ idOrCode: z.string() });

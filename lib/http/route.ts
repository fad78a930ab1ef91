import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type ActorOf, type Auth, authenticate } from "@/lib/http/authenticate";
import type { CallRequest } from "@/lib/http/call-request";
import { clientIp } from "@/lib/http/caller";
import { errorResponse } from "@/lib/http/error-response";
import { assertNoForeignBody, drainBody, parseInput, readJsonBody } from "@/lib/http/input";
import { noteRefusal } from "@/lib/http/note-refusal";
import { isPublicApi } from "@/lib/paths";

/** What a handler may know of the request; never the Request itself. */
export type RequestInfo = {
  id: string;
  /** The front's word; null where it does not stand before the app. */
  ip: string | null;
  cookie: (name: string) => string | undefined;
  header: (name: string) => string | null;
  url: URL;
};

type Schema = z.ZodType | undefined;
type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

type Declaration<A extends Auth, P extends Schema, Q extends Schema, B extends Schema> = {
  auth: A;
  params?: P;
  query?: Q;
  body?: B;
  /** Bytes of the body; 64 KiB unless said. */
  maxBodyBytes?: number;
  /** What a signed-in call counts for against its user's limit; 1 unless said. */
  cost?: number;
  /** Status of a plain answer; 200 unless said. */
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
 * Makes a route handler from a declaration (design section 3). In this order: request id,
 * same-origin check, authenticate, count a key's or user's call, read and parse the input, run, map errors.
 * What the handler returns is answered as JSON; a Response goes out as it is.
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
      const result = await handler({
        actor,
        params: parseInput(declaration.params, await context.params) as Output<P>,
        query: parseInput(declaration.query, Object.fromEntries(request.nextUrl.searchParams)) as Output<Q>,
        body: (declaration.body
          ? parseInput(declaration.body, await readJsonBody(request, declaration.maxBodyBytes))
          : await assertNoForeignBody(request)) as Output<B>,
        request: {
          id: requestId,
          ip: clientIp(request),
          cookie: (name) => request.cookies.get(name)?.value,
          header: (name) => request.headers.get(name),
          url: request.nextUrl,
        },
      });
      response =
        result instanceof Response ? result : Response.json(result ?? {}, { status: declaration.status ?? 200 });
    } catch (error) {
      noteRefusal(error, actor, request, requestId);
      await drainBody(request);
      response = errorResponse(error, { requestId, isPublicApi: isPublicApi(request.nextUrl.pathname) });
    }
    if (request.method === "HEAD") response = await withoutBody(response);
    for (const [name, value] of headers) response.headers.set(name, value);
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    return response;
  };
}

/** What makes the body, such as an export, is told that nobody reads it. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

/** An id in a path. One that cannot be an id is of nothing: 404, not 400. */
export const idParams = z.object({ id: z.string() });

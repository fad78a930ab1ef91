import { randomUUID } from "node:crypto";
import type { NextRequest } from "next/server";
import { z } from "zod";
import { getActor } from "@/lib/auth/session";
import { unauthorized } from "@/lib/errors";
import { assertSameOrigin, clientIp } from "@/lib/http/caller";
import { errorResponse } from "@/lib/http/error-response";
import { assertNoForeignBody, drainBody, parseInput, readJsonBody } from "@/lib/http/input";
import type { Actor } from "@/lib/users/types";

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
type ActorOf<A extends "session" | "public"> = A extends "session" ? Actor : null;

type Declaration<A extends "session" | "public", P extends Schema, Q extends Schema, B extends Schema> = {
  /** Who may call: somebody signed in, or anybody. What they may do is the command's to decide. */
  auth: A;
  params?: P;
  query?: Q;
  body?: B;
  /** Status of a plain answer; 200 unless said. */
  status?: number;
};

type Handler<A extends "session" | "public", P extends Schema, Q extends Schema, B extends Schema> = (input: {
  actor: ActorOf<A>;
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  request: RequestInfo;
}) => unknown;

type NextContext = { params: Promise<Record<string, string | string[] | undefined>> };

export type RouteHandler = (request: NextRequest, context: NextContext) => Promise<Response>;

/**
 * Makes a route handler from a declaration (design section 3). In this order: request id,
 * same-origin check, authenticate, read and parse the input, run, map errors. What the handler
 * returns is answered as JSON; a Response goes out as it is.
 */
export function route<
  A extends "session" | "public",
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(declaration: Declaration<A, P, Q, B>, handler: Handler<A, P, Q, B>): RouteHandler {
  return async (request, context) => {
    const requestId = randomUUID();
    let response: Response;
    try {
      assertSameOrigin(request);
      const actor = declaration.auth === "session" ? await getActor() : null;
      if (declaration.auth === "session" && !actor) throw unauthorized();
      const result = await handler({
        actor: actor as ActorOf<A>,
        params: parseInput(declaration.params, await context.params) as Output<P>,
        query: parseInput(declaration.query, Object.fromEntries(request.nextUrl.searchParams)) as Output<Q>,
        body: (declaration.body
          ? parseInput(declaration.body, await readJsonBody(request))
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
      await drainBody(request);
      response = errorResponse(error, requestId);
    }
    response.headers.set("X-Request-Id", requestId);
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    return response;
  };
}

/** An id in a path. One that cannot be an id is of nothing: 404, not 400. */
export const idParams = z.object({ id: z.string() });

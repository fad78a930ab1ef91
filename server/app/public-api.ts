import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import * as openApi from "@/app/api/v1/openapi.json/route";
import * as qrTemplates from "@/app/api/v1/qr-templates/route";
import * as placement from "@/app/api/v1/urls/[idOrCode]/placements/[name]/route";
import * as placements from "@/app/api/v1/urls/[idOrCode]/placements/route";
import * as qr from "@/app/api/v1/urls/[idOrCode]/qr/route";
import * as url from "@/app/api/v1/urls/[idOrCode]/route";
import * as stats from "@/app/api/v1/urls/[idOrCode]/stats/route";
import * as bulk from "@/app/api/v1/urls/bulk/route";
import * as urls from "@/app/api/v1/urls/route";
import { toCallRequest } from "@/lib/http/call-request";
import { type calls, refuseMethod } from "@/lib/http/calls";
import { type RouteHandler, route } from "@/lib/http/route";
import { unknownPath } from "@/lib/http/unknown-path";
import { log } from "@/lib/log";
import { isPublicApi } from "@/lib/paths";
import { findRefusal } from "@/server/front/refusal";

/** Calls by their folder's path in app/; the first match counts. */
export const PUBLIC_CALLS: Record<string, ReturnType<typeof calls>> = {
  "/api/v1/openapi.json": openApi,
  "/api/v1/qr-templates": qrTemplates,
  "/api/v1/urls": urls,
  "/api/v1/urls/bulk": bulk,
  "/api/v1/urls/[idOrCode]": url,
  "/api/v1/urls/[idOrCode]/placements": placements,
  "/api/v1/urls/[idOrCode]/placements/[name]": placement,
  "/api/v1/urls/[idOrCode]/qr": qr,
  "/api/v1/urls/[idOrCode]/stats": stats,
};
const PATTERNS = Object.entries(PUBLIC_CALLS).map(([path, handlers]) => ({
  pattern: new RegExp(`^${path.replace(/\[(\w+)\]/g, "(?<$1>[^/]+)")}$`),
  handlers,
}));

/** Below this size, compression costs more than it saves. */
const MIN_PACKED_BYTES = 4_096;
const pack = promisify(gzip);
/** gzip in Accept-Encoding, unless its weight is 0, which refuses it (RFC 9110, section 12.5.3). */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

/**
 * Answers a call below /api/v1 without Next, which would take most of the time of a short call and answers unknown
 * paths without JSON.
 *
 * @returns false if it is not such a call
 */
export function answerPublicCall(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url?.split("?", 1)[0] ?? "";
  const method = request.method as keyof typeof unknownPath;
  if (!isPublicApi(path) || !(method in unknownPath)) return false;
  const { handlers, groups } = findCalls(path);
  void answer(handlers[method], groups, request, response);
  return true;
}

/**
 * Answers a call below /api/v1 that would be refused before its route runs, with the rate limit of its API key.
 *
 * @returns false if it is not such a call
 */
export function answerPublicRefusal(request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = isPublicApi(request.url ?? "") ? findRefusal(request) : null;
  if (!refusal) return false;
  const handler =
    refusal.code === "method_not_allowed"
      ? refuseUnknownMethod(request)
      : route({ auth: "counted" }, () => {
          throw refusal;
        });
  void answer(handler, {}, request, response);
  return true;
}

/** Refuses a method unknown to `calls`, in the same way. */
function refuseUnknownMethod(request: IncomingMessage): RouteHandler {
  const { handlers } = findCalls(request.url?.split("?", 1)[0] ?? "");
  if (handlers === unknownPath) return unknownPath.GET;
  return async (call, context) => {
    const response = await refuseMethod(call, context);
    const bare = { ...call, method: "OPTIONS", headers: new Headers(), body: null, bodyUsed: false };
    const { headers } = await handlers.OPTIONS(bare, context);
    response.headers.set("Allow", headers.get("Allow") ?? "");
    return response;
  };
}

function findCalls(path: string): { handlers: ReturnType<typeof calls>; groups: Record<string, string> } {
  for (const { pattern, handlers } of PATTERNS) {
    const match = pattern.exec(path);
    if (match) return { handlers, groups: match.groups ?? {} };
  }
  return { handlers: unknownPath, groups: {} };
}

async function answer(
  handler: RouteHandler,
  groups: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const params = Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]);
    const context = { params: Promise.resolve(Object.fromEntries(params)) };
    await send(await handler(toCallRequest(request), context), request, response);
  } catch (error) {
    log.error({ err: error }, "sending a response failed");
    response.destroy();
  }
}

async function send(answered: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = Buffer.from(await answered.arrayBuffer());
  response.statusCode = answered.status;
  response.setHeaders(answered.headers);
  // An image must keep the bytes for which its strong entity tag stands.
  if (bytes.length < MIN_PACKED_BYTES || answered.headers.has("ETag")) {
    response.end(bytes);
    return;
  }
  response.setHeader("Vary", "Accept-Encoding");
  const isPacked = TAKES_GZIP.test(String(request.headers["accept-encoding"]));
  if (isPacked) response.setHeader("Content-Encoding", "gzip");
  response.end(isPacked ? await pack(bytes) : bytes);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import * as openApi from "@/app/api/v1/openapi.json/route";
import * as url from "@/app/api/v1/urls/[id]/route";
import * as stats from "@/app/api/v1/urls/[id]/stats/route";
import * as bulk from "@/app/api/v1/urls/bulk/route";
import * as urls from "@/app/api/v1/urls/route";
import { toCallRequest } from "@/lib/http/call-request";
import type { calls } from "@/lib/http/calls";
import type { RouteHandler } from "@/lib/http/route";
import { log } from "@/lib/log";

/** By the path of the folder in app/; the first that fits. */
export const PUBLIC_CALLS: Record<string, ReturnType<typeof calls>> = {
  "/api/v1/openapi.json": openApi,
  "/api/v1/urls": urls,
  "/api/v1/urls/bulk": bulk,
  "/api/v1/urls/[id]": url,
  "/api/v1/urls/[id]/stats": stats,
};
const PATTERNS = Object.entries(PUBLIC_CALLS).map(([path, handlers]) => ({
  pattern: new RegExp(`^${path.replace(/\[(\w+)\]/g, "(?<$1>[^/]+)")}$`),
  handlers,
}));

/** Below this, packing costs more than it saves. */
const LEAST_PACKED_BYTES = 4_096;
const pack = promisify(gzip);

/**
 * Answers a call of the public API without Next, which takes most of the time of a short call.
 *
 * @returns false where it is something else
 */
export function answerPublicCall(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url?.split("?", 1)[0] ?? "";
  for (const { pattern, handlers } of PATTERNS) {
    const match = pattern.exec(path);
    const handler = match && handlers[request.method as keyof typeof handlers];
    if (!handler) continue;
    answer(handler, match.groups ?? {}, request, response).catch((error) => {
      log.error({ err: error }, "an answer was not sent");
      response.destroy();
    });
    return true;
  }
  return false;
}

async function answer(
  handler: RouteHandler,
  groups: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const params = Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]);
  const context = { params: Promise.resolve(Object.fromEntries(params)) };
  const answered = await handler(toCallRequest(request), context);
  const bytes = Buffer.from(await answered.arrayBuffer());
  response.statusCode = answered.status;
  response.setHeaders(answered.headers);
  if (bytes.length < LEAST_PACKED_BYTES) {
    response.end(bytes);
    return;
  }
  response.setHeader("Vary", "Accept-Encoding");
  const isPacked = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  if (isPacked) response.setHeader("Content-Encoding", "gzip");
  response.end(isPacked ? await pack(bytes) : bytes);
}

import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError, type ErrorBody, notFound } from "@/lib/errors";
import { parseUrl } from "@/lib/parse-url";
import { isPublicApi } from "@/lib/paths";
import { PAGE_HEADERS } from "@/lib/redirect/answer";
import { looksLikeHost } from "@/lib/redirect/host";
import { notFoundPage } from "@/lib/redirect/pages";
import { parseTarget } from "@/lib/redirect/target";

/** RFC 9110, section 4.1, recommends to take at least this much. */
const MAX_TARGET_CHARACTERS = 8_000;
/** What a short URL takes. */
const VISITS = ["GET", "HEAD"];

/** Next fails on others (TRACE), or renders a page for them (PROPFIND). */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** What Next would answer with a 500: a request that the app must not see. */
export function findRefusal({ headers, method = "", url = "" }: IncomingMessage): AppError | null {
  if (!looksLikeHost(headers.host) || !parseUrl(`http://${headers.host}`)) {
    return new AppError("malformed", "The Host header is not valid");
  }
  if (url.length > MAX_TARGET_CHARACTERS) return new AppError("uri_too_long", "The path is too long");
  if (!METHODS.includes(method) || (!VISITS.includes(method) && parseTarget(url))) {
    return new AppError("method_not_allowed", "This path does not take this method");
  }
  if (!url.startsWith("/")) return notFound("Path");
  if (!isDecodable(url)) return new AppError("malformed", "The path is not validly encoded");
  return null;
}

function isDecodable(requestTarget: string): boolean {
  try {
    decodeURIComponent(requestTarget.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Answers a call with the body of every error, and a person with a page or a word. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: AppError): void {
  const { code, message, status } = refusal;
  const requestId = randomUUID();
  response.setHeader("Cache-Control", "private, no-store");
  response.setHeader("X-Request-Id", requestId);
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (code === "method_not_allowed") response.setHeader("Allow", METHODS.join(", "));
  if (code === "malformed") response.setHeader("Connection", "close");
  const path = request.url ?? "";
  if (path.startsWith("/api/")) {
    const success = isPublicApi(path) ? { success: false as const } : {};
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ ...success, message, code, requestId } satisfies ErrorBody));
  } else if (code === "not_found") {
    response.writeHead(status, PAGE_HEADERS).end(notFoundPage);
  } else {
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(message);
  }
}

/** Answers bytes that are no HTTP request, as Node would, but with a body. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = unreadableStatus(error.code);
  const message = STATUS_CODES[status] ?? "";
  const requestId = randomUUID();
  const body = JSON.stringify({
    message,
    code: status === 431 ? "too_large" : "malformed",
    requestId,
  } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function unreadableStatus(code: string | undefined): 400 | 408 | 413 | 431 {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return 431;
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return 413;
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return 408;
    default:
      return 400;
  }
}

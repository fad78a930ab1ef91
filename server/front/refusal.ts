import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError, type ErrorBody, notFound } from "@/lib/errors";
import { parseUrl } from "@/lib/parse-url";
import { isPublicApi } from "@/lib/paths";
import { PAGE_HEADERS } from "@/lib/redirect/answer";
import { notFoundPage } from "@/lib/redirect/pages";
import { looksLikeHost } from "@/lib/redirect/wire";

/** RFC 9110, section 4.1, recommends accepting at least this much. */
const MAX_TARGET_CHARACTERS = 8_000;
/**
 * RFC 3986, section 3.3, in any spelling that Next's router resolves. Clients resolve them before they send a path, and
 * limits by path (server/front/client-concurrency.ts) would see another path than the router.
 */
const DOT_SEGMENT = /[\\/](?:\.|%2e){1,2}(?=[\\/#]|$)/i;
/** Pages and short links are read-only. With other methods, Next also leaks an error when the client disconnects. */
const READING_METHODS = ["GET", "HEAD"];
const API_METHODS = [...READING_METHODS, "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The refusal of a request that must not reach Next, which would answer with a 500 or fail on it; else null. */
export function findRefusal(request: IncomingMessage): AppError | null {
  const { method = "", url = "" } = request;
  if (!hasValidHost(request)) return new AppError("malformed", "The Host header is not valid");
  if (url.length > MAX_TARGET_CHARACTERS) return new AppError("uri_too_long", "The path is too long");
  if (!methodsOf(url).includes(method)) {
    return new AppError("method_not_allowed", "Method not allowed");
  }
  if (!url.startsWith("/") || DOT_SEGMENT.test(url.split("?", 1)[0] ?? "")) return notFound("Path");
  if (!isDecodable(url)) return new AppError("malformed", "The path is not validly encoded");
  return null;
}

/** Whether the refusal of a request counts against the rate limit of an API key, which only the app knows. */
export function isCounted(request: IncomingMessage): boolean {
  return isPublicApi(request.url ?? "") && request.headers.authorization !== undefined && hasValidHost(request);
}

function hasValidHost({ headers }: IncomingMessage): boolean {
  return looksLikeHost(headers.host) && parseUrl(`http://${headers.host}`) !== null;
}

function methodsOf(requestTarget: string): string[] {
  return /^\/api(?:\/|$)/.test(requestTarget) ? API_METHODS : READING_METHODS;
}

function isDecodable(requestTarget: string): boolean {
  try {
    decodeURIComponent(requestTarget.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Answers a call with an error body, and a browser with a page or a line of text. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: AppError): void {
  const { code, message, status, retryAfterSeconds } = refusal;
  const requestId = randomUUID();
  response.setHeader("Cache-Control", "private, no-store");
  response.setHeader("X-Request-Id", requestId);
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (code === "method_not_allowed") response.setHeader("Allow", methodsOf(request.url ?? "").join(", "));
  if (code === "malformed") {
    response.setHeader("Connection", "close");
    response.removeHeader("Keep-Alive");
  }
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", retryAfterSeconds);
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

/** A client has this long to read the last bytes before the connection is reset. */
const LINGER_MS = 2_000;
/** The request being answered on each connection, if any. */
const pending = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();

/** Remembers that a request is being answered, so that unreadable bytes after it are not answered first. */
export function recordPending(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  pending.set(socket, { request, response });
  response.once("close", () => {
    if (pending.get(socket)?.response === response) pending.delete(socket);
  });
}

/**
 * Answers bytes that are not an HTTP request with a 400 like Node's own, but with a body, and closes the connection.
 * After a complete request that is still being answered, only closes it after that response.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { request, response } = pending.get(socket) ?? {};
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else if (request?.complete) response?.once("close", () => endAndLinger(socket));
  else if (response?.headersSent) socket.destroy();
  else endAndLinger(socket, unreadableAnswer(error));
}

/** Resetting at once could discard what the client has not read yet (RFC 9112, section 9.6). */
function endAndLinger(socket: Duplex, text?: string): void {
  socket.end(text);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Statuses other than 400 by Node's error code. */
const UNREADABLE_STATUSES: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function unreadableAnswer({ code = "" }: NodeJS.ErrnoException): string {
  const status = UNREADABLE_STATUSES[code] ?? 400;
  const message = STATUS_CODES[status] ?? "";
  const requestId = randomUUID();
  const body = JSON.stringify({
    // It may have been a call of the public API.
    success: false,
    message,
    code: status === 431 ? "too_large" : "malformed",
    requestId,
  } satisfies ErrorBody);
  return (
    `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`
  );
}

import { isAhead } from "@/lib/prefetch";
import type { Answer } from "@/lib/redirect/answer";
import type { RequestHead } from "@/lib/redirect/visit";

/*
 * HTTP/1.1 in the form that nearly all visitors of short links send: a single request without a body, complete in one
 * read. Reading and answering it here costs a third less than through node:http, which gets everything else.
 */

const MAX_HEAD_BYTES = 8 * 1024;
const REQUEST_LINE = /^(GET|HEAD) (\/[\x21-\x7e]*) HTTP\/1\.1\r\n/;
/** RFC 9110, section 7.2: a name or an address, and a port. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, section 5.5: what a field value must not contain; CR and LF only as a pair. */
const ILLEGAL = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/;

/**
 * Parses a request head (RFC 9112), more strictly than the standard requires.
 *
 * @param countryHeader in lower case: where a proxy sends the visitor's country
 * @returns null when it is incomplete, has a body, repeats a field that is read here (other than the purposes of a
 * prefetch, any of which counts), or is unusual in any way
 */
export function readRequestHead(chunk: Buffer, countryHeader?: string): RequestHead | null {
  if (chunk.length > MAX_HEAD_BYTES) return null;
  const text = chunk.toString("latin1");
  // Exactly one request.
  if (text.indexOf("\r\n\r\n") !== text.length - 4 || ILLEGAL.test(text)) return null;
  const line = REQUEST_LINE.exec(text);
  if (!line) return null;
  const head: RequestHead = {
    method: line[1] as "GET" | "HEAD",
    target: line[2] as string,
    userAgent: undefined,
    referer: undefined,
    host: undefined,
    forwardedFor: undefined,
    isPrefetch: false,
    country: undefined,
    acceptLanguage: undefined,
  };
  return readFields(text, line[0].length, head, countryHeader) ? head : null;
}

/** False when a field is malformed, repeated, or changes how the request has to be read. */
function readFields(text: string, start: number, head: RequestHead, countryHeader: string | undefined): boolean {
  let end: number;
  let hasTe = false;
  for (let at = start; at < text.length - 2; at = end + 2) {
    end = text.indexOf("\r\n", at);
    const colon = text.indexOf(":", at);
    if (colon === -1 || colon > end) return false;
    const name = text.slice(at, colon);
    if (!TOKEN.test(name)) return false;
    const value = text.slice(colon + 1, end).trim();
    const field = name.toLowerCase();
    switch (field) {
      case "host":
        if (head.host !== undefined || !looksLikeHost(value)) return false;
        head.host = value;
        break;
      case "user-agent":
        if (head.userAgent !== undefined) return false;
        head.userAgent = value;
        break;
      case "referer":
        if (head.referer !== undefined) return false;
        head.referer = value;
        break;
      case "x-forwarded-for":
        if (head.forwardedFor !== undefined) return false;
        head.forwardedFor = value;
        break;
      case "accept-language":
        if (head.acceptLanguage !== undefined) return false;
        head.acceptLanguage = value;
        break;
      case "connection":
        if (value.toLowerCase() !== "keep-alive") return false;
        break;
      case "content-length":
      case "transfer-encoding":
      case "upgrade":
      case "expect":
      case "trailer":
      case "proxy-connection":
      case "keep-alive":
        return false;
      case "te":
        // The only value that asks for nothing (RFC 9110, section 10.1.4). Firefox sends it over HTTP/2.
        if (hasTe || value.toLowerCase() !== "trailers") return false;
        hasTe = true;
        break;
      case "sec-purpose":
      case "purpose":
      case "x-moz":
      case "x-purpose":
        head.isPrefetch ||= isAhead(value);
        break;
      default:
        if (field !== countryHeader) break;
        if (head.country !== undefined) return false;
        head.country = value;
    }
  }
  return head.host !== undefined;
}

export function looksLikeHost(host: string | undefined): boolean {
  return HOST.test(host ?? "");
}

const REASONS = { 302: "Found", 404: "Not Found", 429: "Too Many Requests", 503: "Service Unavailable" } as const;

let date = "";
let dateSecond = Number.NaN;

/** RFC 9110, section 6.6.1; formatted once a second. The clock may be set back. */
function currentDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    date = new Date(second * 1000).toUTCString();
    dateSecond = second;
  }
  return date;
}

/** Idle connections stay open for at least this long. */
export const KEEP_ALIVE_SECONDS = 5;
const KEEP_OPEN = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n`;
const CLOSE = "Connection: close\r\n";

/** Formats an answer as an HTTP/1.1 response, in latin1. With `isLast`, the connection is closed after it. */
export function writeAnswer({ status, headers, body }: Answer, isHead: boolean, isLast: boolean): string {
  let fields = "";
  for (const name in headers) fields += `${name}: ${headers[name]}\r\n`;
  const head = `HTTP/1.1 ${status} ${REASONS[status]}\r\n${fields}Content-Length: ${body.length}\r\nDate: ${currentDate()}\r\n${isLast ? CLOSE : KEEP_OPEN}\r\n`;
  return isHead ? head : head + body;
}

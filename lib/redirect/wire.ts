import type { Answer } from "@/lib/redirect/answer";
import { looksLikeHost } from "@/lib/redirect/host";

/**
 * HTTP/1.1 as visitors of short links speak it: one request without a body, whole in one read. That
 * is nearly all of them, and to read and answer them here costs a third less than through node:http.
 * Whatever is not exactly so is left to node:http.
 */

/** What of a request matters to a redirect. */
export type RequestHead = {
  method: "GET" | "HEAD";
  target: string;
  userAgent: string | undefined;
  referer: string | undefined;
  /** Name or address, and port. */
  host: string | undefined;
  forwardedFor: string | undefined;
  purpose: string | undefined;
  country: string | undefined;
};

const MAX_HEAD_BYTES = 8 * 1024;
const REQUEST_LINE = /^(GET|HEAD) (\/[\x21-\x7e]*) HTTP\/1\.1\r\n/;
/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, section 5.5: what a field value may not hold; line ends stand in pairs only. */
const ILLEGAL = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/;

/**
 * Reads a request head (RFC 9112), stricter than the standard asks.
 *
 * @param countryHeader in lower case: where a proxy names the visitor's country
 * @returns null for one that is not whole, has a body, is repeated in what matters, or is odd in any way
 */
export function readRequestHead(chunk: Buffer, countryHeader?: string): RequestHead | null {
  if (chunk.length > MAX_HEAD_BYTES) return null;
  const text = chunk.toString("latin1");
  // One request and nothing behind it.
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
    purpose: undefined,
    country: undefined,
  };
  return readFields(text, line[0].length, head, countryHeader) ? head : null;
}

/** False where a field is malformed, unknown in its effect, or stands twice. */
function readFields(text: string, start: number, head: RequestHead, countryHeader: string | undefined): boolean {
  let end: number;
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
      case "sec-purpose":
        if (head.purpose !== undefined) return false;
        head.purpose = value;
        break;
      case "connection":
        if (value.toLowerCase() !== "keep-alive") return false;
        break;
      case "content-length":
      case "transfer-encoding":
      case "upgrade":
      case "expect":
      case "te":
      case "trailer":
      case "proxy-connection":
      case "keep-alive":
        return false;
      default:
        if (field !== countryHeader) break;
        if (head.country !== undefined) return false;
        head.country = value;
    }
  }
  return head.host !== undefined;
}

const REASONS = { 302: "Found", 404: "Not Found", 429: "Too Many Requests", 503: "Service Unavailable" } as const;

let date = "";
let dateUntil = 0;

/** RFC 9110, section 6.6.1; made once a second. */
function currentDate(): string {
  const now = Date.now();
  if (now >= dateUntil) {
    date = new Date(now).toUTCString();
    dateUntil = now - (now % 1000) + 1000;
  }
  return date;
}

const KEEP_OPEN = "Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n";
const CLOSE = "Connection: close\r\n";

/** An answer as the bytes (latin1) of an HTTP/1.1 response; `isLast`: the connection is closed after it. */
export function writeAnswer({ status, headers, body }: Answer, isHead: boolean, isLast = false): string {
  let fields = "";
  for (const name in headers) fields += `${name}: ${headers[name]}\r\n`;
  const head = `HTTP/1.1 ${status} ${REASONS[status]}\r\n${fields}Content-Length: ${body.length}\r\nDate: ${currentDate()}\r\n${isLast ? CLOSE : KEEP_OPEN}\r\n`;
  return isHead ? head : head + body;
}

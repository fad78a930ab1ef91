import type { IncomingHttpHeaders } from "node:http";
import { CLIENT_IP_HEADER } from "@/lib/http/front-headers";
import { PURPOSE_HEADERS } from "@/lib/prefetch";

/** How a request is framed (RFC 9112, section 6). The front reads and writes these itself. */
const FRAMING = new Set(["content-length", "host", "transfer-encoding"]);

/** Headers that reach the app, since the dashboard and the API read them. Every other header stops at the front. */
const PASSED = new Set<string>([
  ...FRAMING,
  ...PURPOSE_HEADERS,
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "cache-control",
  "content-encoding",
  "content-type",
  "cookie",
  "idempotency-key",
  "if-modified-since",
  "if-none-match",
  "last-event-id",
  "origin",
  "pragma",
  "range",
  "referer",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
  "sec-fetch-user",
  "user-agent",
  "x-acting-user",
  // Next's client-side navigation.
  "next-hmr-refresh",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-router-state-tree",
  "next-url",
  "rsc",
]);

/**
 * Removes every header that must not reach the app: unknown ones, hop-by-hop ones and those that `Connection` names
 * (RFC 9110, section 7.6.1). Adds the client's address as the front resolved it.
 *
 * @param headers of the client's request, changed in place
 */
export function keepAppHeaders(headers: IncomingHttpHeaders, clientIp: string | null): void {
  const named = connectionOptions(headers.connection);
  for (const name of Object.keys(headers)) {
    const isHopByHop = named.has(name) && !FRAMING.has(name);
    if (isHopByHop || !PASSED.has(name)) delete headers[name];
  }
  if (clientIp) headers[CLIENT_IP_HEADER] = clientIp;
}

/** The options of a Connection header, in lower case. */
export function connectionOptions(connection: string | undefined): ReadonlySet<string> {
  return new Set(connection?.split(",").map((option) => option.trim().toLowerCase()));
}

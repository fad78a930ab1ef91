import type { IncomingMessage } from "node:http";
import { looksLikeHost } from "@/lib/redirect/wire";

/** Scheme, authority, then path and query (RFC 3986, section 3). */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]+)(.*)$/i;

/**
 * Rewrites a request target in absolute form, which servers must accept, to the origin form that all others have. Its
 * authority replaces the Host header, which must be valid all the same (RFC 9112, section 3.2.2).
 *
 * @param request changed in place
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url = "", headers } = request;
  if (url.startsWith("/") || !looksLikeHost(headers.host)) return;
  const [, authority, rest = ""] = ABSOLUTE_FORM.exec(url) ?? [];
  if (authority === undefined) return;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  headers.host = authority;
}

import type { Actor } from "@/lib/actor";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { CallRequest } from "@/lib/http/call-request";
import { CLIENT_IP_HEADER } from "@/lib/http/front-headers";
import { parseUrl } from "@/lib/parse-url";
import { ACTING_USER_HEADER } from "@/lib/users/types";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * CSRF protection: rejects state-changing calls from another site, by Sec-Fetch-Site (Fetch Metadata, section 2.3)
 * or, in browsers without it, by comparing Origin with Host. Pages can set none of these headers. A caller that
 * sends neither is not a browser.
 *
 * @throws AppError foreign_origin
 */
export function assertSameOrigin(request: CallRequest): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isForeign = site ? site !== "same-origin" && site !== "none" : origin !== null && !isOwn(origin, request);
  if (isForeign) throw new AppError("foreign_origin", "This request came from another site.");
}

function isOwn(origin: string, request: CallRequest): boolean {
  return parseUrl(origin)?.host === request.headers.get("host");
}

export const SIGNED_IN_AS_OTHER =
  "Someone else has signed in to this browser. Nothing was changed. Reload the page to continue as them.";

/**
 * Rejects a call from a page that another user loaded. Tabs share one cookie, so a form would otherwise be saved as
 * whoever signed in last.
 *
 * @throws AppError signed_in_as_other
 */
export function assertActingUser(request: CallRequest, { id }: Actor): void {
  const actingUser = request.headers.get(ACTING_USER_HEADER);
  if (actingUser !== null && actingUser !== id) throw new AppError("signed_in_as_other", SIGNED_IN_AS_OTHER);
}

/** The client's IP address as determined by the front; null when running without one. */
export function clientIp(request: CallRequest): string | null {
  return env().HOP_ROLE === "app" ? request.headers.get(CLIENT_IP_HEADER) : null;
}

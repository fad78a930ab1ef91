import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { CallRequest } from "@/lib/http/call-request";
import { CLIENT_IP_HEADER } from "@/lib/http/front-headers";
import { parseUrl } from "@/lib/parse-url";
import { ACTING_USER_HEADER, type Actor } from "@/lib/users/types";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a state-changing call that another site's page makes with the visitor's cookies: by
 * Sec-Fetch-Site (Fetch Metadata, section 2.3), which a page cannot set, else by comparing Origin
 * with Host, both the browser's. A caller without either is no browser and has no cookies to borrow.
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
  "Someone else is signed in in this browser now, and nothing was changed. Reload the page to continue as them.";

/**
 * Refuses a call of a page that was loaded by somebody else: the tabs of a browser share its cookie,
 * so that a form one person filled in would be saved as whoever has signed in since.
 *
 * @throws AppError signed_in_as_other
 */
export function assertActingUser(request: CallRequest, { id }: Actor): void {
  const actingUser = request.headers.get(ACTING_USER_HEADER);
  if (actingUser !== null && actingUser !== id) throw new AppError("signed_in_as_other", SIGNED_IN_AS_OTHER);
}

/** The visitor's address as the front worked it out, or null where there is no front. */
export function clientIp(request: CallRequest): string | null {
  return env().HOP_ROLE === "app" ? request.headers.get(CLIENT_IP_HEADER) : null;
}

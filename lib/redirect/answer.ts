import type { Link } from "@/lib/redirect/links";
import { loopPage, notFoundPage, tooManyPage, unavailablePage } from "@/lib/redirect/pages";

/** An answer to a visitor, independent of the server that sends it. */
export type Answer = { status: 302 | 404 | 429 | 503; headers: Readonly<Record<string, string>>; body: string };

const UNCACHED = "private, no-store";
/** For the documents in pages.ts, which run no script and load nothing. */
export const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
const PAGE = { "Cache-Control": UNCACHED, ...PAGE_HEADERS };
const RETRY_AFTER_SECONDS = 5;

const NOT_FOUND: Answer = { status: 404, headers: PAGE, body: notFoundPage };
/** The link leads back to itself (loop.ts). */
export const LOOP: Answer = { status: 404, headers: PAGE, body: loopPage };
/** The client has tried too many unknown codes. */
export const TOO_MANY: Answer = {
  status: 429,
  headers: { ...PAGE, "Retry-After": String(RETRY_AFTER_SECONDS) },
  body: tooManyPage,
};
/** The link is not cached and the database does not answer. */
export const UNAVAILABLE: Answer = {
  status: 503,
  headers: { ...PAGE, "Retry-After": String(RETRY_AFTER_SECONDS) },
  body: unavailablePage,
};

/** The answer for a link in its current state. Never 301, which browsers cache (decision 0012). */
export function answerFor(link: Link | null): Answer {
  if (!link) return NOT_FOUND;
  const location = link.status === "active" ? link.destination : `/${link.status}`;
  return { status: 302, headers: { Location: location, "Cache-Control": UNCACHED }, body: "" };
}

import type { Link } from "@/lib/redirect/links";
import { notFoundPage, unavailablePage } from "@/lib/redirect/pages";

/** An answer to a visitor, for whichever server sends it. */
export type Answer = { status: number; headers: Record<string, string>; body: string };

const UNCACHED = { "Cache-Control": "private, no-store" };
const PAGE = {
  ...UNCACHED,
  "Content-Type": "text/html; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
};
const RETRY_AFTER_SECONDS = 5;

/** Where a link leads at this moment: never 301, which browsers keep (design section 5). */
export function answerFor(link: Link | null): Answer {
  if (!link) return { status: 404, headers: PAGE, body: notFoundPage };
  const location = link.status === "active" ? link.destination : `/${link.status}`;
  return { status: 302, headers: { ...UNCACHED, Location: location }, body: "" };
}

/** The link is in no cache and the database does not answer. */
export function answerUnavailable(): Answer {
  return { status: 503, headers: { ...PAGE, "Retry-After": String(RETRY_AFTER_SECONDS) }, body: unavailablePage };
}

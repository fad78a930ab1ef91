import type { Page } from "@/lib/list-query";

/** A list as a plain array, with X-Total-Count and, where there is more, Link (RFC 8288). */
export function listResponse({ items, total, nextCursor }: Page<unknown>, url: URL): Response {
  const response = Response.json(items, { headers: { "X-Total-Count": String(total) } });
  if (nextCursor) {
    const next = new URLSearchParams(url.searchParams);
    next.set("cursor", nextCursor);
    response.headers.set("Link", `<${url.pathname}?${next}>; rel="next"`);
  }
  return response;
}

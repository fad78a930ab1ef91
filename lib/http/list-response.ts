import type { Page } from "@/lib/list-query";

/** A page of a list: an array unless `toBody` is given, with X-Total-Count and a Link to the next page (RFC 8288). */
export function listResponse<T>(
  { items, total, hasMoreThanTotal, nextCursor }: Page<T>,
  url: URL,
  toBody: (items: T[]) => unknown = (all) => all,
): Response {
  const response = Response.json(toBody(items), { headers: { "X-Total-Count": String(total) } });
  if (hasMoreThanTotal) response.headers.set("X-Total-Count-Relation", "gte");
  if (nextCursor) {
    const next = new URLSearchParams(url.searchParams);
    next.set("cursor", nextCursor);
    response.headers.set("Link", `<${url.pathname}?${next}>; rel="next"`);
  }
  return response;
}

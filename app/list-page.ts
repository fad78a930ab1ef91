import type { ListPage } from "@/components/data/query-options";
import type { Page } from "@/lib/list-query";

/**
 * A page of a list as the call of the browser would have given it.
 *
 * @param path of the call
 * @param search its query string, of which the next page's is made
 */
export function toListPage<T>({ nextCursor, ...list }: Page<T>, path: string, search = ""): ListPage<T> {
  if (!nextCursor) return { ...list, next: null };
  const next = new URLSearchParams(search);
  next.set("cursor", nextCursor);
  return { ...list, next: `${path}?${next}` };
}

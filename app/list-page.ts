import { onePage } from "@/components/data/list-queries";
import type { Page } from "@/lib/list-query";

/**
 * The data of a `pagesQuery` holding the first page of a list.
 *
 * @param path of the list call
 * @param search its query string
 */
export function toListPage<T>({ nextCursor, ...list }: Page<T>, path: string, search = "") {
  const next = new URLSearchParams(search);
  if (nextCursor) next.set("cursor", nextCursor);
  return onePage({ ...list, next: nextCursor ? `${path}?${next}` : null });
}

import { type InfiniteData, infiniteQueryOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import { send } from "@/components/data/api";
import type { Total } from "@/lib/format";

/** The rows that a list call returned, and their total number. */
type List<T> = Total & { items: T[] };

/** A page of a list with the path of the next one; null on the last. */
export type ListPage<T> = List<T> & { next: string | null };

/**
 * A list fetched page by page.
 *
 * @param search query string of the call
 */
export function pagesQuery<T>(path: string, search: string, queryKey: QueryKey = [path, "pages", search]) {
  const first = search ? `${path}?${search}` : path;
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage<T>(pageParam ?? first),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

/** The data of a `pagesQuery` that has loaded one page. */
export function onePage<T>(page: ListPage<T>): InfiniteData<ListPage<T>, string | null> {
  return { pages: [page], pageParams: [null] };
}

/** The rows of these pages. One that moved between two pages while they were fetched may be on both. */
export function rowsOf<Row extends { id: string }>(pages: readonly ListPage<Row>[] = []): Row[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values()];
}

/** The first page of a list. */
export function listQuery<T>(path: string, queryKey: QueryKey = [path]) {
  return queryOptions({ queryKey, queryFn: () => fetchList<T>(path) });
}

export async function fetchList<T>(path: string): Promise<List<T>> {
  return toList(await send("GET", path));
}

async function fetchPage<T>(path: string): Promise<ListPage<T>> {
  const response = await send("GET", path);
  return { ...(await toList<T>(response)), next: nextPage(response) };
}

async function toList<T>(response: Response): Promise<List<T>> {
  const items: T[] = await response.json();
  const total = Number(response.headers.get("X-Total-Count") ?? items.length);
  return { items, total, hasMoreThanTotal: response.headers.get("X-Total-Count-Relation") === "gte" };
}

/** The path in `Link: <…>; rel="next"` (RFC 8288). */
function nextPage(response: Response): string | null {
  return /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
}

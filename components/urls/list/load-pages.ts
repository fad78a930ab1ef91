import type { InfiniteData, InfiniteQueryObserverResult } from "@tanstack/react-query";
import type { ListPage } from "@/components/data/list-queries";

type LoadedList<Row> = Pick<
  InfiniteQueryObserverResult<InfiniteData<ListPage<Row>>, Error>,
  "data" | "hasNextPage" | "fetchNextPage"
>;

/**
 * Loads the further pages of a list one by one, and returns all. Stops once it has this many rows, or is no longer
 * wanted.
 */
export async function loadPages<Row>(
  list: LoadedList<Row>,
  maxRows: number,
  isWanted: () => boolean,
): Promise<readonly ListPage<Row>[]> {
  let { data, hasNextPage, fetchNextPage } = list;
  while (hasNextPage && countOf(data?.pages) < maxRows && isWanted()) {
    // While the list is refetched, such as after a change, this waits for that instead.
    const next = await fetchNextPage({ cancelRefetch: false, throwOnError: true });
    ({ data, hasNextPage, fetchNextPage } = next);
  }
  return data?.pages ?? [];
}

function countOf(pages: readonly ListPage<unknown>[] = []): number {
  return pages.reduce((count, { items }) => count + items.length, 0);
}

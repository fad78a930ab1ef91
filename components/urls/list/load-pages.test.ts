import { InfiniteQueryObserver } from "@tanstack/react-query";
import type { ListPage } from "@/components/data/list-queries";
import { createClient } from "@/components/data/query-provider";
import { loadPages } from "@/components/urls/list/load-pages";

type Row = { id: string };

/** A list of two rows per page, observed as by a component that has loaded the first page. */
async function observe({ pages }: { pages: number }) {
  let version = "";
  const client = createClient();
  const fetchPage = jest.fn(
    async (page: number): Promise<ListPage<Row>> => ({
      items: [{ id: `${page}a${version}` }, { id: `${page}b${version}` }],
      total: pages * 2,
      hasMoreThanTotal: false,
      next: page + 1 < pages ? String(page + 1) : null,
    }),
  );
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["rows"],
    queryFn: ({ pageParam }: { pageParam: string | null }) => fetchPage(Number(pageParam)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ListPage<Row>) => next,
  });
  observer.subscribe(() => undefined);
  await observer.refetch({ cancelRefetch: false });
  /** Starts refetching the list, whose rows have changed. */
  const refetchChanged = () => {
    version = "'";
    void client.invalidateQueries();
  };
  return { fetchPage, refetchChanged, list: () => observer.getCurrentResult() };
}

const idsOf = (pages: readonly ListPage<Row>[]) => pages.flatMap(({ items }) => items.map(({ id }) => id)).join(" ");

test.each([
  [1, 100, "0a 0b"],
  [3, 100, "0a 0b 1a 1b 2a 2b"],
  [3, 3, "0a 0b 1a 1b"],
])("of %d pages, loads as many as %d rows need", async (pages, maxRows, expected) => {
  const { list } = await observe({ pages });
  expect(idsOf(await loadPages(list(), maxRows, () => true))).toBe(expected);
});

test("loads nothing more once it is no longer wanted", async () => {
  const { list, fetchPage } = await observe({ pages: 9 });
  await loadPages(list(), 100, () => fetchPage.mock.calls.length < 3);
  expect(fetchPage).toHaveBeenCalledTimes(3);
});

test("waits for a running refetch, so that no page shows the rows before a change", async () => {
  const { list, refetchChanged } = await observe({ pages: 2 });
  refetchChanged();
  expect(idsOf(await loadPages(list(), 100, () => true))).toBe("0a' 0b' 1a' 1b'");
});

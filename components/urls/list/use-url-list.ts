import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { useAppConfig } from "@/components/data/app-config";
import { rowsOf } from "@/components/data/list-queries";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { moreOf } from "@/components/ui/table/list-footer";
import { toListFailure } from "@/components/ui/table/list-states";
import { loadPages } from "@/components/urls/list/load-pages";
import { toUrlSearch } from "@/components/urls/list/url-address";
import { asksForDeleted, filterUrls, type UrlFilters } from "@/components/urls/list/url-filters";
import { sortUrls, type UrlSort } from "@/components/urls/list/url-sort";
import type { UrlSource } from "@/components/urls/url-queries";
import { toSearchWords } from "@/lib/search-text";
import { BULK_MAX_URLS, type ListedUrl } from "@/lib/urls/types";

/**
 * The links that match the filters, sorted. The browser filters the links it has as the user types. The server is
 * queried if it has more, and for deleted links.
 */
export function useUrlList<Url extends ListedUrl>(filters: UrlFilters, sort: UrlSort, source: UrlSource<Url>) {
  const { baseUrl } = useAppConfig();
  const list = useInfiniteQuery(source.all);
  const isWhole = !list.hasNextPage;
  const search = isWhole && !asksForDeleted(filters) ? "" : toUrlSearch(filters, sort);
  const asked = useDebouncedValue(search);
  const found = useInfiniteQuery({ ...source.search(asked), enabled: asked !== "" });
  const isAnswered = asked !== "" && asked === search && found.data !== undefined;

  // Until the server answers, the links already loaded. Then only its answer: in an order other than newest first,
  // the loaded links would be mixed in between rows that are not loaded.
  // It stays in the server's order, which depends on the database's locale.
  const pages = isAnswered ? found.data.pages : list.data?.pages;
  const sorted = useMemo(() => (isAnswered ? rowsOf(pages) : sortUrls(rowsOf(pages), sort)), [pages, sort, isAnswered]);
  const shownFilters = useDeferredValue(filters);
  const words = useMemo(() => toSearchWords(shownFilters.text, baseUrl), [shownFilters.text, baseUrl]);
  const urls = useMemo(() => filterUrls(sorted, shownFilters, words), [sorted, shownFilters, words]);

  const shown = isAnswered ? found : list;
  const isSettled = search === "" || isAnswered;
  return {
    list,
    urls,
    /** Words that are searched in `urls`. */
    words,
    /** Number of links the user may see, whatever the filters, without deleted ones. */
    total: list.data?.pages[0]?.total ?? 0,
    searching: search !== "" && !isAnswered && !found.isError,
    failure: toListFailure(source.failure, list, asked !== "" && found),
    more: isSettled ? moreOf(shown) : { ...moreOf(shown), matching: undefined, hasMore: false },
    /**
     * Whether `urls` are all matches. While a search runs, or after it failed, they are only those among the loaded
     * links.
     */
    hasAllMatching: !shown.hasNextPage && isSettled,
    /** Loads and returns all matching links, up to BULK_MAX_URLS; fewer if they are no longer wanted. */
    loadAll: async (isWanted: () => boolean) => {
      const all = rowsOf(await loadPages(shown, BULK_MAX_URLS, isWanted));
      return filterUrls(all, filters, toSearchWords(filters.text, baseUrl)).slice(0, BULK_MAX_URLS);
    },
  };
}

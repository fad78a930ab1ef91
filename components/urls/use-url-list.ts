"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { type UrlPage, urlSearchQuery, urlsQuery } from "@/components/data/query-options";
import { useSettled } from "@/components/data/use-settled";
import { filterUrls, type UrlFilters } from "@/components/urls/url-filters";
import { toUrlSearch } from "@/components/urls/url-search";
import { sortUrls, type UrlSort } from "@/components/urls/url-sort";
import type { ShortUrl } from "@/lib/urls/types";

/**
 * The links that match, in order: found here in what the browser holds as the user types, and looked up on the
 * server where that has more.
 */
export function useUrlList(filters: UrlFilters, sort: UrlSort) {
  const list = useInfiniteQuery(urlsQuery);
  const isWhole = !list.hasNextPage;
  const search = isWhole ? "" : toUrlSearch(filters, sort);
  const asked = useSettled(search);
  const found = useInfiniteQuery({ ...urlSearchQuery(asked), enabled: asked !== "" });
  const isAnswered = asked !== "" && asked === search && found.data !== undefined;

  // Until the server has answered, what is here already. Then its answer alone: in another order than the
  // newest, what the browser holds besides would stand between rows that it does not hold.
  const pages = isAnswered ? found.data.pages : list.data?.pages;
  const sorted = useMemo(() => sortUrls(withoutRepeats(pages ?? []), sort), [pages, sort]);
  const shownFilters = useDeferredValue(filters);
  const urls = useMemo(() => filterUrls(sorted, shownFilters), [sorted, shownFilters]);

  const total = list.data?.pages[0]?.total ?? 0;
  const shown = isAnswered ? found : list;
  return {
    list,
    urls,
    /** Of all links that one may see. */
    total,
    /** What tells how many match, on the server too; undefined while that is not known. */
    matching: isAnswered ? found.data.pages[0] : search === "" ? list.data?.pages[0] : undefined,
    searching: search !== "" && !isAnswered && !found.isError,
    hasFailed: list.isError || (asked !== "" && found.isError),
    retrying: list.isFetching || found.isFetching,
    retry: () => {
      if (list.isError) void list.refetch();
      if (asked !== "" && found.isError) void found.refetch();
    },
    hasMore: shown.hasNextPage && (search === "" || isAnswered),
    loadMore: () => void shown.fetchNextPage(),
    loadingMore: shown.isFetchingNextPage,
  };
}

/** A link whose place changed between two pages may stand on both. */
function withoutRepeats(pages: readonly UrlPage[]): ShortUrl[] {
  const byId = new Map(pages.flatMap(({ items }) => items).map((url) => [url.id, url]));
  return [...byId.values()];
}

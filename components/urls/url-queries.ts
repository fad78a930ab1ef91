import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { fetchList, pagesQuery } from "@/components/data/list-queries";
import { queryKeys } from "@/components/data/query-keys";
import type { TopUrl, UrlAnalyticsSummary, UrlClick } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";
import type { ListedUrl, UrlCreator, UrlHistoryEntry } from "@/lib/urls/types";

/** The short URLs that are not deleted, newest first, page by page. */
export const urlsQuery = pagesQuery<ListedUrl>(paths.api.urls, "");

/**
 * Links found by the server, page by page. Dropped from the cache once unused, so that repeating a search shows the
 * current state.
 *
 * @param search query string of GET /api/urls
 */
export function urlSearchQuery(search: string) {
  return { ...pagesQuery<ListedUrl>(paths.api.urls, search), gcTime: 0 };
}

/** Where links come from: a call that lists them. */
export type UrlSource<Url extends ListedUrl> = {
  /** All that are not deleted, newest first. */
  all: ReturnType<typeof pagesQuery<Url>>;
  /** Those that match, for a query string of GET /api/urls. */
  search: (search: string) => ReturnType<typeof pagesQuery<Url>>;
  /** Shown if they can't be loaded. */
  failure: string;
};

export const URLS: UrlSource<ListedUrl> = {
  all: urlsQuery,
  search: urlSearchQuery,
  failure: "Your URLs could not be loaded",
};

/** Somebody whom links are filtered by; an empty list if the user may not see who it is. */
export function creatorQuery(id: string) {
  return queryOptions({
    queryKey: [paths.api.urlCreators, "id", id],
    queryFn: () => call<UrlCreator[]>("GET", `${paths.api.urlCreators}?${new URLSearchParams({ id })}`),
  });
}

/** People whom links can be filtered by; fetched each time they are shown. */
export function creatorSearchQuery(text: string) {
  return queryOptions({
    queryKey: [paths.api.urlCreators, "search", text],
    queryFn: () => call<UrlCreator[]>("GET", `${paths.api.urlCreators}?${new URLSearchParams({ q: text })}`),
    gcTime: 0,
  });
}

export const topUrlsQuery = queryOptions({
  queryKey: queryKeys.topUrls,
  queryFn: () => call<TopUrl[]>("GET", paths.api.topUrls),
});

/** The totals of a link; fetched each time they are shown. */
export function urlSummaryQuery(urlId: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, urlId, "summary"],
    queryFn: () => call<UrlAnalyticsSummary>("GET", paths.api.urlAnalyticsSummary(urlId)),
    gcTime: 0,
  });
}

const HISTORY_PAGE_SIZE = 50;

/** The changes to a link, newest first, page by page; fetched each time they are shown. */
export function urlHistoryQuery(urlId: string) {
  return { ...pagesQuery<UrlHistoryEntry>(paths.api.urlHistory(urlId), `limit=${HISTORY_PAGE_SIZE}`), gcTime: 0 };
}

/** The start of the keys of a link's clicks, by which they are refetched. */
export function urlClicksKey(urlId: string) {
  return [...queryKeys.urls, urlId, "clicks"];
}

type ClicksQuestion = {
  limit: number;
  bots: "include" | "exclude";
  /** Range and filters, as a query string; by default all clicks. */
  asked?: string;
};

/** The newest clicks of a link; fetched each time they are shown. */
export function urlClicksQuery(urlId: string, { limit, bots, asked = "" }: ClicksQuestion) {
  const search = new URLSearchParams(asked);
  search.set("limit", String(limit));
  search.set("bots", bots);
  return queryOptions({
    queryKey: [...urlClicksKey(urlId), String(search)],
    queryFn: () => fetchList<UrlClick>(`${paths.api.urlAnalytics(urlId)}?${search}`),
    gcTime: 0,
  });
}

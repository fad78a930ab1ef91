import { callQuery, freshQuery } from "@/components/data/call-query";
import { listQuery, pagesQuery } from "@/components/data/list-queries";
import type { UrlClick } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";
import type { Stats } from "@/lib/stats/types";
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
  /** Matching links, for a query string of GET /api/urls. */
  search: (search: string) => ReturnType<typeof pagesQuery<Url>>;
  /** Text shown if they can't be loaded. */
  failure: string;
};

export const URLS: UrlSource<ListedUrl> = {
  all: urlsQuery,
  search: urlSearchQuery,
  failure: "Your URLs could not be loaded",
};

/** The creator by whom links are filtered; an empty list if the user may not see who it is. */
export function creatorQuery(id: string) {
  return callQuery<UrlCreator[]>(`${paths.api.urlCreators}?${new URLSearchParams({ id })}`, [
    paths.api.urlCreators,
    "id",
    id,
  ]);
}

/** People by whom links can be filtered; fetched each time they are shown. */
export function creatorSearchQuery(text: string) {
  return freshQuery<UrlCreator[]>(`${paths.api.urlCreators}?${new URLSearchParams({ q: text })}`, [
    paths.api.urlCreators,
    "search",
    text,
  ]);
}

/** A link; refetched when links change. */
export function urlQuery(id: string) {
  return callQuery<ListedUrl>(paths.api.url(id), [paths.api.urls, id, "link"]);
}

/** The totals of a link, with as little else as possible; fetched each time they are shown. */
export function urlTotalsQuery(urlId: string) {
  const path = `${paths.api.urlStats(urlId)}?range=all&interval=month&breakdowns=access`;
  return freshQuery<Stats>(path, [paths.api.urls, urlId, "totals"]);
}

const HISTORY_PAGE_SIZE = 50;

/** The changes to a link, newest first, page by page; fetched each time they are shown. */
export function urlHistoryQuery(urlId: string) {
  return { ...pagesQuery<UrlHistoryEntry>(paths.api.urlHistory(urlId), `limit=${HISTORY_PAGE_SIZE}`), gcTime: 0 };
}

/** The prefix of query keys for a link's clicks, used to refetch them. */
export function urlClicksKey(urlId: string) {
  return [paths.api.urls, urlId, "clicks"];
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
  return {
    ...listQuery<UrlClick>(`${paths.api.urlAnalytics(urlId)}?${search}`, [...urlClicksKey(urlId), String(search)]),
    gcTime: 0,
  };
}

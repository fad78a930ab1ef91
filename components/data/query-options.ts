import { queryOptions } from "@tanstack/react-query";
import { call, send } from "@/components/data/api";
import type { Group } from "@/lib/groups/types";
import { paths } from "@/lib/paths";
import type { ShortUrl } from "@/lib/urls/types";
import type { CurrentUser } from "@/lib/users/types";

/** The key of every query: the path it reads. */
export const queryKeys = {
  currentUser: [paths.api.currentUser],
  urls: [paths.api.urls],
  groups: [paths.api.groups],
  dashboardStats: [paths.api.dashboardStats],
  topUrls: [paths.api.topUrls],
} as const;

/** The newest short URLs, or those that match, and how many there are in all. */
export type UrlList = { items: ShortUrl[]; total: number };

export const currentUserQuery = queryOptions({
  queryKey: queryKeys.currentUser,
  queryFn: () => call<CurrentUser>("GET", paths.api.currentUser),
});

export const groupsQuery = queryOptions({
  queryKey: queryKeys.groups,
  queryFn: () => call<Group[]>("GET", paths.api.groups),
});

export const urlsQuery = queryOptions({
  queryKey: [...queryKeys.urls, "newest"],
  queryFn: () => fetchUrls(paths.api.urls),
});

/** What the server finds; asked where it holds more links than the browser. */
export function urlSearchQuery(text: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, "search", text],
    queryFn: () => fetchUrls(`${paths.api.urls}?${new URLSearchParams({ q: text })}`),
  });
}

async function fetchUrls(path: string): Promise<UrlList> {
  const response = await send("GET", path);
  const items: ShortUrl[] = await response.json();
  const total = Number(response.headers.get("X-Total-Count") ?? items.length);
  return { items, total };
}

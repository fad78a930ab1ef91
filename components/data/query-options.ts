import { queryOptions } from "@tanstack/react-query";
import { call, send } from "@/components/data/api";
import type { Group, GroupMember } from "@/lib/groups/types";
import { paths } from "@/lib/paths";
import type { ShortUrl } from "@/lib/urls/types";
import type { CurrentUser, User } from "@/lib/users/types";

/** The key of every query: the path it reads. */
export const queryKeys = {
  currentUser: [paths.api.currentUser],
  urls: [paths.api.urls],
  groups: [paths.api.groups],
  users: [paths.api.users],
  dashboardStats: [paths.api.dashboardStats],
  topUrls: [paths.api.topUrls],
} as const;

/** What a list call gives: a page, and how many there are in all. */
export type List<T> = { items: T[]; total: number };

/** The newest short URLs, or those that match. */
export type UrlList = List<ShortUrl>;
/** The newest users, or those that match. */
export type UserList = List<User>;

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
  queryFn: () => fetchList<ShortUrl>(paths.api.urls),
});

/** What the server finds; asked where it holds more links than the browser. */
export function urlSearchQuery(text: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, "search", text],
    queryFn: () => fetchList<ShortUrl>(`${paths.api.urls}?${new URLSearchParams({ q: text })}`),
  });
}

export const usersQuery = queryOptions({
  queryKey: [...queryKeys.users, "newest"],
  queryFn: () => fetchList<User>(paths.api.users),
});

/**
 * Users that the server finds. Forgotten once unused, so that the same search later shows what is true then.
 *
 * @param search a query string of GET /api/users
 */
export function userSearchQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.users, "search", search],
    queryFn: () => fetchList<User>(`${paths.api.users}?${search}`),
    gcTime: 0,
  });
}

/** The members of a group by name, fetched whenever they are looked at. */
export function groupMembersQuery(groupId: string) {
  return queryOptions({
    queryKey: [...queryKeys.groups, groupId, "members"],
    queryFn: () => fetchList<GroupMember>(paths.api.groupMembers(groupId)),
    gcTime: 0,
  });
}

async function fetchList<T>(path: string): Promise<List<T>> {
  const response = await send("GET", path);
  const items: T[] = await response.json();
  const total = Number(response.headers.get("X-Total-Count") ?? items.length);
  return { items, total };
}

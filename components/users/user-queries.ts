import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { fetchList, type List } from "@/components/data/list-queries";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { CurrentUser, ListedUser } from "@/lib/users/types";

export type UserList = List<ListedUser>;

export const currentUserQuery = queryOptions({
  queryKey: queryKeys.currentUser,
  queryFn: () => call<CurrentUser>("GET", paths.api.currentUser),
});

/** The newest users. */
export const usersQuery = queryOptions({
  queryKey: [...queryKeys.users, "newest"],
  queryFn: () => fetchList<ListedUser>(paths.api.users),
});

/**
 * Users found by the server. Dropped from the cache once unused, so that repeating a search shows the current state.
 *
 * @param search query string of GET /api/users
 */
export function userSearchQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.users, "search", search],
    queryFn: () => fetchList<ListedUser>(`${paths.api.users}?${search}`),
    gcTime: 0,
  });
}

/** What a change of a user affects: the dashboard shows the number of active users. */
export const AFTER_USER_CHANGE = [queryKeys.users, queryKeys.dashboardStats];

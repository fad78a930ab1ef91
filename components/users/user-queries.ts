import { callQuery } from "@/components/data/call-query";
import { type List, listQuery } from "@/components/data/list-queries";
import { paths } from "@/lib/paths";
import type { CurrentUser, ListedUser } from "@/lib/users/types";

export type UserList = List<ListedUser>;

export const currentUserQuery = callQuery<CurrentUser>(paths.api.currentUser);

/** The newest users. */
export const usersQuery = listQuery<ListedUser>(paths.api.users, [paths.api.users, "newest"]);

/**
 * Users found by the server. Dropped from the cache once unused, so that repeating a search shows the current state.
 *
 * @param search query string of GET /api/users
 */
export function userSearchQuery(search: string) {
  return {
    ...listQuery<ListedUser>(`${paths.api.users}?${search}`, [paths.api.users, "search", search]),
    gcTime: 0,
  };
}

/** Queries affected by a change to a user: the dashboard shows the number of active users. */
export const AFTER_USER_CHANGE = [paths.api.users, paths.api.dashboardStats];

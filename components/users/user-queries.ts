import { callQuery } from "@/components/data/call-query";
import { pagesQuery } from "@/components/data/list-queries";
import { paths } from "@/lib/paths";
import type { CurrentUser, ListedUser } from "@/lib/users/types";

/** How many groups of each user are fetched with the list: a user may be in hundreds. */
const LISTED_GROUPS = 4;

export const currentUserQuery = callQuery<CurrentUser>(paths.api.currentUser);

/** The users, newest first, page by page. */
export const usersQuery = pagesQuery<ListedUser>(paths.api.users, withGroupLimit(""));

/**
 * Users found by the server, page by page. Dropped from the cache once unused, so that repeating a search shows the
 * current state.
 *
 * @param search query string of GET /api/users
 */
export function userSearchQuery(search: string) {
  return { ...pagesQuery<ListedUser>(paths.api.users, withGroupLimit(search)), gcTime: 0 };
}

/** The query string with which the list asks for no more groups than it shows. */
export function withGroupLimit(search: string): string {
  const params = new URLSearchParams(search);
  params.set("groupLimit", String(LISTED_GROUPS));
  return params.toString();
}

/** Queries affected by a change to a user: the dashboard shows the number of active users. */
export const AFTER_USER_CHANGE = [paths.api.users, paths.api.dashboardStats];

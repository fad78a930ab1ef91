import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { rowsOf } from "@/components/data/list-queries";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { moreOf } from "@/components/ui/table/list-footer";
import { toListFailure } from "@/components/ui/table/list-states";
import { ALL, filterUsers, toAskedSearch, type UserFilters } from "@/components/users/user-filters";
import { userSearchQuery, usersQuery } from "@/components/users/user-queries";

/**
 * The users that match the filters. The browser filters the users it has. The server is queried if it has more, and for
 * a group, whose members the browser does not know.
 */
export function useUserList(filters: UserFilters) {
  const list = useInfiniteQuery(usersQuery);
  const search = toAskedSearch(filters, list.hasNextPage);
  const asked = useDebouncedValue(search);
  const found = useInfiniteQuery({ ...userSearchQuery(asked), enabled: asked !== "" });
  const isAnswered = asked !== "" && asked === search && found.data !== undefined;
  const isSettled = search === "" || isAnswered;

  const byGroup = filters.groupId !== ALL;
  const isOfGroup = byGroup && new URLSearchParams(asked).get("groupId") === filters.groupId;
  const loaded = byGroup ? undefined : list.data?.pages;
  const pages = isAnswered || isOfGroup ? found.data?.pages : loaded;
  const users = useMemo(() => filterUsers(rowsOf(pages), filters), [pages, filters]);

  const shown = isAnswered ? found : list;
  const hasMore = shown.hasNextPage && isSettled;
  return {
    list,
    users,
    /** The number of users that can be loaded; if all matches are loaded, of everyone the user may see. */
    total: (hasMore ? shown : list).data?.pages[0] ?? { total: 0 },
    searching: search !== "" && !isAnswered && !found.isError,
    failure: toListFailure("The users could not be loaded", list, asked !== "" && found),
    more: { ...moreOf(shown), matching: undefined, hasMore },
  };
}

import { useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { toListFailure } from "@/components/ui/list-faces";
import { ALL, filterUsers, toAskedSearch, type UserFilters } from "@/components/users/user-filters";
import { type UserList, userSearchQuery, usersQuery } from "@/components/users/user-queries";
import type { ListedUser } from "@/lib/users/types";

const NOBODY: UserList = { items: [], total: 0 };

/**
 * The users that match the filters. The browser filters the users it has. The server is queried if it has more, and for
 * a group, whose members the browser does not know.
 */
export function useUserList(filters: UserFilters) {
  const list = useQuery(usersQuery);
  const all = list.data ?? NOBODY;
  const loaded = all.items;
  const text = useDebouncedValue(filters.text);
  const byGroup = filters.groupId !== ALL;
  const search = toAskedSearch({ ...filters, text }, all);
  const asksServer = search !== "";
  const found = useQuery({ ...userSearchQuery(search), enabled: asksServer });
  const foundItems = found.data?.items ?? [];
  return {
    list,
    /** Everyone the user may see. */
    all,
    users: filterUsers(byGroup ? foundItems : merge(loaded, foundItems), filters),
    searching: asksServer && (found.isFetching || text !== filters.text),
    failure: toListFailure("The users could not be loaded", list, asksServer && found),
  };
}

function merge(loaded: readonly ListedUser[], found: readonly ListedUser[]): readonly ListedUser[] {
  const known = new Set(loaded.map((user) => user.id));
  return [...loaded, ...found.filter((user) => !known.has(user.id))];
}

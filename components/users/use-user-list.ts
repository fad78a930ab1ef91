"use client";

import { useQuery } from "@tanstack/react-query";
import { type UserList, userSearchQuery, usersQuery } from "@/components/data/query-options";
import { useSettled } from "@/components/data/use-settled";
import { ALL, filterUsers, toUserSearch, type UserFilters } from "@/components/users/user-filters";
import type { User } from "@/lib/users/types";

const NOBODY: UserList = { items: [], total: 0 };

/**
 * The users that match: filtered here from what the browser holds, and looked up on the server where that has
 * more, and for a group, of which the browser does not hold who is in it.
 */
export function useUserList(filters: UserFilters) {
  const list = useQuery(usersQuery);
  const all = list.data ?? NOBODY;
  const held = all.items;
  const text = useSettled(filters.text);
  const byGroup = filters.groupId !== ALL;
  const search = byGroup || all.total > held.length ? toUserSearch({ ...filters, text }) : "";
  const asksServer = search !== "";
  const found = useQuery({ ...userSearchQuery(search), enabled: asksServer });
  const foundItems = found.data?.items ?? [];
  return {
    list,
    /** Of all whom one may see. */
    all,
    users: filterUsers(byGroup ? foundItems : merge(held, foundItems), filters),
    searching: asksServer && (found.isFetching || text !== filters.text),
    hasFailed: list.isError || (asksServer && found.isError),
    retrying: list.isFetching || found.isFetching,
    retry: () => {
      if (list.isError) void list.refetch();
      if (asksServer && found.isError) void found.refetch();
    },
  };
}

function merge(held: readonly User[], found: readonly User[]): readonly User[] {
  const known = new Set(held.map((user) => user.id));
  return [...held, ...found.filter((user) => !known.has(user.id))];
}

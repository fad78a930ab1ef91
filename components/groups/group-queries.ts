import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { fetchList } from "@/components/data/list-queries";
import { queryKeys } from "@/components/data/query-keys";
import type { Group, GroupCounts, GroupMember } from "@/lib/groups/types";
import { paths } from "@/lib/paths";

export const groupsQuery = queryOptions({
  queryKey: queryKeys.groups,
  queryFn: () => call<Group[]>("GET", paths.api.groups),
});

/** What is in each group; refetched with the groups. */
export const groupCountsQuery = queryOptions({
  queryKey: queryKeys.groupCounts,
  queryFn: () => call<GroupCounts[]>("GET", paths.api.groupCounts),
});

/** The members of a group by name; fetched each time they are shown. */
export function groupMembersQuery(groupId: string) {
  return queryOptions({
    queryKey: [...queryKeys.groups, groupId, "members"],
    queryFn: () => fetchList<GroupMember>(paths.api.groupMembers(groupId)),
    gcTime: 0,
  });
}

import { callQuery } from "@/components/data/call-query";
import { listQuery } from "@/components/data/list-queries";
import { queryKeys } from "@/components/data/query-keys";
import type { Group, GroupCounts, GroupMember } from "@/lib/groups/types";
import { paths } from "@/lib/paths";

export const groupsQuery = callQuery<Group[]>(queryKeys.groups, paths.api.groups);

/** What is in each group; refetched with the groups. */
export const groupCountsQuery = callQuery<GroupCounts[]>(queryKeys.groupCounts, paths.api.groupCounts);

/** The members of a group by name; fetched each time they are shown. */
export function groupMembersQuery(groupId: string) {
  return {
    ...listQuery<GroupMember>([...queryKeys.groups, groupId, "members"], paths.api.groupMembers(groupId)),
    gcTime: 0,
  };
}

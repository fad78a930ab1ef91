import { callQuery } from "@/components/data/call-query";
import { listQuery } from "@/components/data/list-queries";
import type { Group, GroupCounts, GroupMember } from "@/lib/groups/types";
import { paths } from "@/lib/paths";

export const groupsQuery = callQuery<Group[]>(paths.api.groups);

/** Numbers of members and links of each group; refetched with the groups. */
export const groupCountsQuery = callQuery<GroupCounts[]>(paths.api.groupCounts, [paths.api.groups, "counts"]);

/** The members of a group by name; fetched each time they are shown. */
export function groupMembersQuery(groupId: string) {
  return {
    ...listQuery<GroupMember>(paths.api.groupMembers(groupId), [paths.api.groups, groupId, "members"]),
    gcTime: 0,
  };
}

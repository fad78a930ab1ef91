import { callQuery } from "@/components/data/call-query";
import { listQuery, pagesQuery } from "@/components/data/list-queries";
import type { Group, GroupCounts, GroupMember } from "@/lib/groups/types";
import { paths } from "@/lib/paths";
import { type ListedUser, NOT_DELETED } from "@/lib/users/types";

export const groupsQuery = callQuery<Group[]>(paths.api.groups);

/** Numbers of members and links of each group; refetched with the groups. */
export const groupCountsQuery = callQuery<GroupCounts[]>(paths.api.groupCounts, [paths.api.groups, "counts"]);

/** The dialog in which they are listed renders all that are loaded. */
const MEMBERS_PAGE_SIZE = 100;

/**
 * The members of a group by name, page by page; fetched each time they are shown.
 *
 * @param text words that must occur in a name or address
 */
export function groupMembersQuery(groupId: string, text: string) {
  const search = new URLSearchParams({ ...(text && { q: text }), limit: String(MEMBERS_PAGE_SIZE) });
  const key = [paths.api.groups, groupId, "members", text];
  return { ...pagesQuery<GroupMember>(paths.api.groupMembers(groupId), search.toString(), key), gcTime: 0 };
}

/** How many users are offered as members. */
export const MAX_CANDIDATES = 5;

/** The first users found, without deleted ones, who can't be added. Their groups tell who is a member already. */
export function candidatesQuery(text: string) {
  const search = new URLSearchParams({ q: text, status: NOT_DELETED, sort: "name", limit: String(MAX_CANDIDATES) });
  return {
    ...listQuery<ListedUser>(`${paths.api.users}?${search}`, [paths.api.users, "candidates", text]),
    gcTime: 0,
  };
}

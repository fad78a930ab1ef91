"use client";

import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { useChange } from "@/components/data/use-change";
import type { CreateGroupInput } from "@/lib/groups/schema";
import type { Group, GroupMember, GroupMembership } from "@/lib/groups/types";
import { paths } from "@/lib/paths";

/** Creates a group, or updates the one with the id. */
export function useSaveGroup(id?: string) {
  return useChange(
    (input: CreateGroupInput) =>
      id === undefined ? call<Group>("POST", paths.api.groups, input) : call<Group>("PUT", paths.api.group(id), input),
    [queryKeys.groups],
  );
}

/** Membership determines which groups and links a user sees, and what the group filter of the users finds. */
const AFTER_MEMBERSHIP = [queryKeys.groups, queryKeys.users, queryKeys.urls];

export function useAddMember(groupId: string) {
  return useChange(
    (userId: string) => call<GroupMember>("POST", paths.api.groupMembers(groupId), { userId }),
    AFTER_MEMBERSHIP,
  );
}

export function useRemoveMember(groupId: string) {
  return useChange(
    (userId: string) => call<GroupMembership>("DELETE", paths.api.groupMember(groupId, userId)),
    AFTER_MEMBERSHIP,
  );
}

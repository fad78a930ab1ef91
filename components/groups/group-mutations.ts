"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-options";
import type { CreateGroupInput, UpdateGroupInput } from "@/lib/groups/schema";
import type { Group, GroupMember, GroupMembership } from "@/lib/groups/types";
import { paths } from "@/lib/paths";

/** Who is in a group decides which groups and links one sees, and whom the group filter of the users finds. */
const AFTER_MEMBERSHIP = [queryKeys.groups, queryKeys.users, queryKeys.urls];

export function useCreateGroup() {
  const refetch = useRefetch([queryKeys.groups]);
  return useMutation({
    mutationFn: (input: CreateGroupInput) => call<Group>("POST", paths.api.groups, input),
    onSuccess: refetch,
  });
}

export function useUpdateGroup(id: string) {
  const refetch = useRefetch([queryKeys.groups]);
  return useMutation({
    mutationFn: (input: UpdateGroupInput) => call<Group>("PUT", paths.api.group(id), input),
    onSuccess: refetch,
  });
}

export function useAddMember(groupId: string) {
  const refetch = useRefetch(AFTER_MEMBERSHIP);
  return useMutation({
    mutationFn: (userId: string) => call<GroupMember>("POST", paths.api.groupMembers(groupId), { userId }),
    onSuccess: refetch,
  });
}

export function useRemoveMember(groupId: string) {
  const refetch = useRefetch(AFTER_MEMBERSHIP);
  return useMutation({
    mutationFn: (userId: string) => call<GroupMembership>("DELETE", paths.api.groupMember(groupId, userId)),
    onSuccess: refetch,
  });
}

function useRefetch(keys: readonly QueryKey[]) {
  const client = useQueryClient();
  return () => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
}

"use client";

import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { useChange } from "@/components/data/use-change";
import { paths } from "@/lib/paths";
import type { CreateUserInput, UpdateUserInput } from "@/lib/users/schema";
import type { Invitation, User, UserStatus } from "@/lib/users/types";

/** The dashboard shows the number of active users. */
const AFTER_CHANGE = [queryKeys.users, queryKeys.dashboardStats];

/** Creates a user, or updates the one with the id. */
export function useSaveUser(id?: string) {
  return useChange(
    (input: CreateUserInput | UpdateUserInput) =>
      id === undefined ? call<User>("POST", paths.api.users, input) : call<User>("PUT", paths.api.user(id), input),
    [...AFTER_CHANGE, queryKeys.groupCounts],
  );
}

/** Sends a user who has not signed in yet another invitation. */
export function useInviteUser(id: string) {
  return useChange(() => call<Invitation>("POST", paths.api.userInvitation(id)), [queryKeys.users]);
}

export function useSetUserStatus(id: string) {
  return useChange((status: UserStatus) => call<User>("PUT", paths.api.userStatus(id), { status }), AFTER_CHANGE);
}

export function useDeleteUser(id: string) {
  return useChange(() => call<{ id: string; status: UserStatus }>("DELETE", paths.api.user(id)), AFTER_CHANGE);
}

export function useEndSessionsOf(id: string) {
  return useChange(() => call<{ endedCount: number }>("DELETE", paths.api.userSessions(id)), []);
}

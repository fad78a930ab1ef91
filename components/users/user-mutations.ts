"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-options";
import { paths } from "@/lib/paths";
import type { CreateUserInput, UpdateUserInput } from "@/lib/users/schema";
import type { User, UserStatus } from "@/lib/users/types";

export function useCreateUser() {
  const refetch = useRefetchUsers();
  return useMutation({
    mutationFn: (input: CreateUserInput) => call<User>("POST", paths.api.users, input),
    onSuccess: refetch,
  });
}

export function useUpdateUser(id: string) {
  const refetch = useRefetchUsers();
  return useMutation({
    mutationFn: (input: UpdateUserInput) => call<User>("PUT", paths.api.user(id), input),
    onSuccess: refetch,
  });
}

export function useSetUserStatus(id: string) {
  const refetch = useRefetchUsers();
  return useMutation({
    mutationFn: (status: UserStatus) => call<User>("PUT", paths.api.userStatus(id), { status }),
    onSuccess: refetch,
  });
}

export function useDeleteUser(id: string) {
  const refetch = useRefetchUsers();
  return useMutation({
    mutationFn: () => call<{ id: string; status: UserStatus }>("DELETE", paths.api.user(id)),
    onSuccess: refetch,
  });
}

export function useEndSessionsOf(id: string) {
  return useMutation({
    mutationFn: () => call<{ endedCount: number }>("DELETE", paths.api.userSessions(id)),
  });
}

/** The users, and the dashboard's number of active ones. */
function useRefetchUsers() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.users });
    void client.invalidateQueries({ queryKey: queryKeys.dashboardStats });
  };
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-options";
import { paths } from "@/lib/paths";

export function useEndSession(id: string) {
  const refetch = useRefetchSessions();
  return useMutation({
    mutationFn: () => call<{ id: string }>("DELETE", paths.api.session(id)),
    // Also after a failure: the session may have ended by itself.
    onSettled: refetch,
  });
}

export function useEndOtherSessions() {
  const refetch = useRefetchSessions();
  return useMutation({
    mutationFn: () => call<{ endedCount: number }>("DELETE", paths.api.sessions),
    onSettled: refetch,
  });
}

function useRefetchSessions() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.sessions });
}

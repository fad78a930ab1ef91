"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-options";
import { paths } from "@/lib/paths";
import type { CreateUrlInput, UpdateUrlInput } from "@/lib/urls/schema";
import type { ShortUrl, UrlStatus } from "@/lib/urls/types";

/** What a change of the links of a user changes: the list, how much of the limit is used, and what was done last. */
const AFTER_UPDATE = [queryKeys.urls, queryKeys.currentUser, queryKeys.activity];
const AFTER_CREATE_OR_DELETE = [...AFTER_UPDATE, queryKeys.dashboardStats, queryKeys.topUrls];

export function useCreateUrl() {
  const refetch = useRefetch(AFTER_CREATE_OR_DELETE);
  return useMutation({
    mutationFn: (input: CreateUrlInput) => call<ShortUrl>("POST", paths.api.urls, input),
    onSuccess: refetch,
  });
}

export function useUpdateUrl(id: string) {
  const refetch = useRefetch(AFTER_UPDATE);
  return useMutation({
    mutationFn: (input: UpdateUrlInput) => call<ShortUrl>("PUT", paths.api.url(id), input),
    onSuccess: refetch,
  });
}

export function useDeleteUrl(id: string) {
  const refetch = useRefetchAfterDelete();
  return useMutation({
    mutationFn: () => call<{ id: string; status: UrlStatus }>("DELETE", paths.api.url(id)),
    onSuccess: refetch,
  });
}

/** Fetches again what is another after links were deleted, or are there again. */
export function useRefetchAfterDelete() {
  return useRefetch(AFTER_CREATE_OR_DELETE);
}

function useRefetch(keys: readonly QueryKey[]) {
  const client = useQueryClient();
  return () => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
}

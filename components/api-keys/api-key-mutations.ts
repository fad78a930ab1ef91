"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { groupApiKeysQuery } from "@/components/data/query-options";
import type { CreateApiKeyInput } from "@/lib/api-keys/schema";
import type { ApiKey, CreatedApiKey } from "@/lib/api-keys/types";
import { paths } from "@/lib/paths";

export function useCreateApiKey(groupId: string) {
  const refetch = useRefetch(groupId);
  return useMutation({
    mutationFn: (input: CreateApiKeyInput) => call<CreatedApiKey>("POST", paths.api.groupApiKeys(groupId), input),
    onSuccess: refetch,
    // The answer holds the key: it is forgotten with the dialog that shows it.
    gcTime: 0,
  });
}

export function useRevokeApiKey({ id, groupId }: ApiKey) {
  const refetch = useRefetch(groupId);
  return useMutation({
    mutationFn: () => call<ApiKey>("PUT", paths.api.revokeApiKey(id)),
    onSuccess: refetch,
  });
}

export function useAdoptApiKey({ id, groupId }: ApiKey) {
  const refetch = useRefetch(groupId);
  return useMutation({
    mutationFn: () => call<ApiKey>("PUT", paths.api.adoptApiKey(id)),
    // After a failure too: somebody else may have adopted it.
    onSettled: refetch,
  });
}

export function useDeleteApiKey({ id, groupId }: ApiKey) {
  const refetch = useRefetch(groupId);
  return useMutation({
    mutationFn: () => call("DELETE", paths.api.apiKey(id)),
    onSuccess: refetch,
  });
}

function useRefetch(groupId: string) {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: groupApiKeysQuery(groupId).queryKey });
}

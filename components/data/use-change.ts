"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * A mutation that refetches queries after it succeeds.
 *
 * @param refetch keys of the queries, or the beginnings of their keys
 * @param options `onFailureToo` refetches after failures as well, as when someone else made the same change before;
 *   `isSecret` drops the response with the component
 */
export function useChange<Input = void, Output = unknown>(
  change: (input: Input) => Promise<Output>,
  refetch: readonly QueryKey[],
  { onFailureToo = false, isSecret = false }: { onFailureToo?: boolean; isSecret?: boolean } = {},
) {
  const refetchAll = useRefetch(refetch);
  const onDone = () => void refetchAll();
  return useMutation({
    mutationFn: change,
    ...(onFailureToo ? { onSettled: onDone } : { onSuccess: onDone }),
    ...(isSecret && { gcTime: 0 }),
  });
}

/** Returns a function that refetches the queries whose keys begin with one of these. */
export function useRefetch(queryKeys: readonly QueryKey[]) {
  const client = useQueryClient();
  return () => Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

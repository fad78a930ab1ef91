import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** The key of queries, or its beginning, such as the path of a call. */
type Refetched = string | QueryKey;

/**
 * A mutation that refetches queries after it succeeds.
 *
 * @param refetch paths of calls whose queries are refetched, or keys that theirs begin with
 * @param options `onFailureToo` refetches after failures as well, for example because someone else made the same
 *   change before; `isSecret` drops the response with the component
 */
export function useChange<Input = void, Output = unknown>(
  change: (input: Input) => Promise<Output>,
  refetch: readonly Refetched[],
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
export function useRefetch(refetched: readonly Refetched[]) {
  const client = useQueryClient();
  return () =>
    Promise.all(refetched.map((key) => client.invalidateQueries({ queryKey: typeof key === "string" ? [key] : key })));
}

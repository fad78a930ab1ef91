import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useIsShown } from "@/components/ui/dialog/shown";

/** The key of queries, or its beginning, such as the path of a call. */
type Refetched = string | QueryKey;

export type ChangeOptions<Input, Output> = {
  /** Reports success, usually in a toast. Called even if the component is no longer shown, as in a closed dialog. */
  onSuccess?: (output: Output, input: Input, isShown: boolean) => void;
  /** Reports failure, likewise. */
  onError?: (error: Error, input: Input) => void;
  /** Called before `onSuccess`, only while the component is shown, for example to close its dialog. */
  onDone?: (output: Output, input: Input) => void;
  /** Shows a failure in the component, such as on an input, and returns whether `onError` is to be left out. */
  showError?: (error: Error) => boolean;
  /** Drops the response with the component. */
  isSecret?: boolean;
};

/** A mutation without callbacks of `mutate`: these are not called once the component is gone. */
type Change<Input, Output> = Pick<
  UseMutationResult<Output, Error, Input>,
  "data" | "isError" | "isIdle" | "isPending" | "isSuccess" | "variables"
> & { mutate: (input: Input) => void };

/**
 * A mutation that refetches queries afterwards; also after a failure, since the change may have been made: by someone else
 * before, or by this call if only its response was lost.
 *
 * @param refetch paths of calls whose queries are refetched, or keys that theirs begin with
 */
export function useChange<Input = void, Output = unknown>(
  change: (input: Input) => Promise<Output>,
  refetch: readonly Refetched[],
  options: ChangeOptions<Input, Output> = {},
): Change<Input, Output> {
  const refetchAll = useRefetch(refetch);
  const isShown = useIsShown();
  return useMutation({
    mutationFn: change,
    ...outcomeHandlers({ ...options, isShown, refetch: () => void refetchAll() }),
    ...(options.isSecret && { gcTime: 0 }),
  });
}

type OutcomeOptions<Input, Output> = ChangeOptions<Input, Output> & { isShown: () => boolean; refetch: () => void };

/** Options of `useMutation` that report the outcome, whether or not the component still exists. */
export function outcomeHandlers<Input, Output>(options: OutcomeOptions<Input, Output>) {
  const { onSuccess, onError, onDone, showError, isShown, refetch } = options;
  return {
    onSuccess: (output: Output, input: Input) => {
      refetch();
      const isStillShown = isShown();
      if (isStillShown) onDone?.(output, input);
      onSuccess?.(output, input, isStillShown);
    },
    onError: (error: Error, input: Input) => {
      refetch();
      if (isShown() && showError?.(error)) return;
      onError?.(error, input);
    },
  };
}

/** Returns a function that refetches the queries whose keys begin with one of these. */
export function useRefetch(refetched: readonly Refetched[]) {
  const client = useQueryClient();
  return () =>
    Promise.all(refetched.map((key) => client.invalidateQueries({ queryKey: typeof key === "string" ? [key] : key })));
}

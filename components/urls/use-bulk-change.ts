import { useMutation } from "@tanstack/react-query";
import { isUnauthorized } from "@/components/data/api";
import { actionableMessage, toastError } from "@/components/data/toast-error";
import { useRefetch } from "@/components/data/use-change";
import { toast } from "@/components/ui/toast-store";
import { doneToast, undoFailedToast, undoneToast } from "@/components/urls/bulk-text";
import { type BulkAction, changeUrls, undoChange } from "@/components/urls/bulk-urls";
import { AFTER_URL_CHANGE } from "@/components/urls/url-mutations";
import type { ShortUrl } from "@/lib/urls/types";

/** `leftOut` is the number of selected links that are not sent, as the user may not change them. */
type Change = { urls: readonly ShortUrl[]; action: BulkAction; leftOut?: number };

/**
 * Changes links and shows the result in a toast, from which it can be undone.
 *
 * @param onDone called with the ids of refused links
 */
export function useBulkChange(onDone: (refused: readonly string[]) => void) {
  const refetch = useRefetch(AFTER_URL_CHANGE);
  const undo = useUndoChange();
  return useMutation({
    mutationFn: ({ urls, action }: Change) =>
      changeUrls(
        urls.map(({ id }) => id),
        action,
      ),
    onSuccess: (outcome, { urls, action, leftOut = 0 }) => {
      onDone(outcome.refused.ids);
      const whole = { ...outcome, skipped: outcome.skipped + leftOut };
      toast(doneToast(whole, action, (changeId) => undo.mutate({ urls, changeId })));
    },
    onError: (error) => toastError(error, "Failed to update URLs"),
    onSettled: () => void refetch(),
  });
}

type Undo = { urls: readonly ShortUrl[]; changeId: string };

/** Gives links the states they had before a bulk change, and says which ones could not be restored. */
function useUndoChange() {
  const refetch = useRefetch(AFTER_URL_CHANGE);
  const undo = useMutation({
    mutationFn: ({ changeId }: Undo) => undoChange(changeId),
    onSuccess: (outcome, { urls }) => toast(undoneToast(outcome, urls)),
    onError: (error, input: Undo): void => {
      if (!isUnauthorized(error)) toast(undoFailedToast(actionableMessage(error), () => undo.mutate(input)));
    },
    onSettled: () => void refetch(),
  });
  return undo;
}

import { isUnauthorized } from "@/components/data/api";
import { actionableMessage, toastError } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { toast } from "@/components/ui/toast/toast-store";
import { doneToast, undoFailedToast, undoneToast } from "@/components/urls/bulk/bulk-text";
import { type BulkAction, changeUrls, undoChange } from "@/components/urls/bulk/bulk-urls";
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
  const undo = useUndoChange();
  return useChange(
    ({ urls, action }: Change) =>
      changeUrls(
        urls.map(({ id }) => id),
        action,
      ),
    AFTER_URL_CHANGE,
    {
      onSuccess: (outcome, { urls, action, leftOut = 0 }) => {
        onDone(outcome.refused.ids);
        const whole = { ...outcome, skipped: outcome.skipped + leftOut };
        toast(doneToast(whole, action, (changeId) => undo.mutate({ urls, changeId })));
      },
      onError: (error) => toastError(error, "Failed to update URLs"),
    },
  );
}

type Undo = { urls: readonly ShortUrl[]; changeId: string };

/** Gives links the states they had before a bulk change, and says which ones could not be restored. */
function useUndoChange() {
  const undo = useChange(({ changeId }: Undo) => undoChange(changeId), AFTER_URL_CHANGE, {
    onSuccess: (outcome, { urls }) => toast(undoneToast(outcome, urls)),
    onError: (error, input): void => {
      if (!isUnauthorized(error)) toast(undoFailedToast(actionableMessage(error), () => undo.mutate(input)));
    },
  });
  return undo;
}

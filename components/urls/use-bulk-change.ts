"use client";

import { useMutation } from "@tanstack/react-query";
import { toastError, toastFailure } from "@/components/data/toast-error";
import { useRefetch } from "@/components/data/use-change";
import { toast } from "@/components/ui/toast-store";
import { doneToast, undoneToast } from "@/components/urls/bulk-text";
import { type BulkAction, changeUrls, type UndoableChange, undoChanges } from "@/components/urls/bulk-urls";
import { AFTER_CREATE_OR_DELETE } from "@/components/urls/url-mutations";
import type { ShortUrl } from "@/lib/urls/types";

/** `leftOut`: how many selected links are not sent, as the user may not change them. */
type Change = { urls: readonly ShortUrl[]; action: BulkAction; leftOut?: number };

/**
 * Changes links and shows the result in a toast, from which it can be undone.
 *
 * @param onDone called with the ids of refused links
 */
export function useBulkChange(onDone: (refused: readonly string[]) => void) {
  const refetch = useRefetch(AFTER_CREATE_OR_DELETE);
  const undo = useUndoChange();
  return useMutation({
    mutationFn: ({ urls, action }: Change) =>
      changeUrls(
        urls.map(({ id }) => id),
        action,
      ),
    onSuccess: (outcome, { urls, action, leftOut = 0 }) => {
      void refetch();
      onDone(outcome.refused.ids);
      const whole = { ...outcome, skipped: outcome.skipped + leftOut };
      toast(doneToast(whole, action, () => undo.mutate({ urls, changes: outcome.undoable })));
    },
    onError: (error) => toastError(error, "Failed to update URLs"),
  });
}

type Undo = { urls: readonly ShortUrl[]; changes: readonly UndoableChange[] };

/** Gives links the states they had before bulk changes, and says which ones could not be restored. */
function useUndoChange() {
  const refetch = useRefetch(AFTER_CREATE_OR_DELETE);
  const undo = useMutation({
    mutationFn: ({ changes }: Undo) => undoChanges(changes),
    onSuccess: (outcome, { urls }: Undo): void =>
      toast(undoneToast(outcome, urls, () => undo.mutate({ urls, changes: outcome.undoable }))),
    onError: (error) => toastFailure(error, "Failed to update URL"),
    onSettled: () => void refetch(),
  });
  return undo;
}

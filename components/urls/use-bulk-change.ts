"use client";

import { useMutation } from "@tanstack/react-query";
import { toastError } from "@/components/data/toast-error";
import { type ToastInput, toast } from "@/components/ui/toast-store";
import { type BulkChange, type BulkOutcome, changeUrls } from "@/components/urls/bulk-urls";
import { useRefetchAfterDelete } from "@/components/urls/url-mutations";
import { useRestoreUrls } from "@/components/urls/use-restore-urls";
import { plural } from "@/lib/format";
import type { ShortUrl } from "@/lib/urls/types";

const DONE: Record<BulkChange["action"], string> = {
  activate: "activated",
  pause: "paused",
  delete: "deleted",
  move: "moved",
};

/**
 * Changes chosen links and says what came of it; what was deleted can be taken back.
 *
 * @param onDone gets the ids of those that were refused
 */
export function useBulkChange(onDone: (refused: readonly string[]) => void) {
  const refetch = useRefetchAfterDelete();
  const restore = useRestoreUrls();
  return useMutation({
    mutationFn: ({ urls, change }: { urls: readonly ShortUrl[]; change: BulkChange }) =>
      changeUrls(
        urls.map(({ id }) => id),
        change,
      ),
    onSuccess: (outcome, { urls, change }) => {
      refetch();
      onDone(outcome.refused.ids);
      const undo = () => restore.mutate(urls.filter(({ id }) => outcome.changed.includes(id)));
      toast(announcement(outcome, change, undo));
    },
    onError: (error) => toastError(error, "Failed to update URLs"),
  });
}

export function announcement({ changed, refused }: BulkOutcome, { action }: BulkChange, undo: () => void): ToastInput {
  const all = changed.length + refused.ids.length;
  const undoable = action === "delete" && changed.length > 0 ? { action: { label: "Undo", onClick: undo } } : {};
  if (refused.ids.length === 0) {
    const title =
      action === "delete" && all === 1 ? "URL deleted successfully" : `${plural(all, "URL")} ${DONE[action]}`;
    return { title, ...undoable };
  }
  return {
    variant: "destructive",
    title: `${changed.length} of ${plural(all, "URL")} ${DONE[action]}`,
    description: refused.reason,
    ...undoable,
  };
}

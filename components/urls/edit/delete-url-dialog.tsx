import { call, isUnauthorized } from "@/components/data/api";
import { actionableMessage, toastFailure } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { ConfirmDialog } from "@/components/ui/dialog/confirm-dialog";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { toast } from "@/components/ui/toast/toast-store";
import { undoFailedToast } from "@/components/urls/bulk/bulk-text";
import { withoutScheme } from "@/components/urls/short-link-text";
import { AFTER_URL_CHANGE, URL_UPDATE } from "@/components/urls/url-mutations";
import { paths } from "@/lib/paths";
import type { DeletedUrl, ShortUrl } from "@/lib/urls/types";

type DeleteUrlDialogProps = DialogState & { url: ShortUrl };

export function DeleteUrlDialog({ url, ...state }: DeleteUrlDialogProps) {
  const restore = useRestoreUrl();
  const remove = useChange(() => call<DeletedUrl>("DELETE", paths.api.url(url.id)), AFTER_URL_CHANGE, {
    onDone: () => state.onOpenChange(false),
    onSuccess: (deleted) => {
      // If someone else deleted it first, only they may undo it.
      const canUndo = deleted.previousStatus !== "deleted";
      const undo = { label: "Undo", onClick: () => restore.mutate(deleted) };
      toast({ title: "URL deleted successfully", ...(canUndo && { actions: [undo] }) });
    },
    onError: (error) => toastFailure(error, "Failed to delete URL"),
  });
  return (
    <ConfirmDialog
      {...state}
      title="Delete short URL?"
      description={
        <>
          Visitors to{" "}
          <span translate="no" className="break-all font-mono text-ink text-sm">
            {withoutScheme(url.shortUrl)}
          </span>{" "}
          will see that the link is no longer available. Its clicks are kept. The code can't be reused. Shared pages of
          its statistics are revoked, and stay revoked if you undo this.
        </>
      }
      confirmLabel="Delete"
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

/** Restores a deleted link to the status it had before. */
function useRestoreUrl() {
  const restore = useChange(
    ({ id, previousStatus: status }: DeletedUrl) =>
      call<ShortUrl>("PUT", paths.api.url(id), { status, ifStatus: "deleted" }),
    AFTER_URL_CHANGE,
    {
      onSuccess: URL_UPDATE.onSuccess,
      onError: (error, deleted): void => {
        if (!isUnauthorized(error)) toast(undoFailedToast(actionableMessage(error), () => restore.mutate(deleted)));
      },
    },
  );
  return restore;
}

import { call } from "@/components/data/api";
import { toastFailure } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { ConfirmDialog } from "@/components/ui/dialog/confirm-dialog";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { toast } from "@/components/ui/toast/toast-store";
import { withoutScheme } from "@/components/urls/short-link-text";
import { AFTER_URL_CHANGE, undoAction, useUndoUrl } from "@/components/urls/url-mutations";
import { paths } from "@/lib/paths";
import type { DeletedUrl, ShortUrl } from "@/lib/urls/types";

type DeleteUrlDialogProps = DialogState & { url: ShortUrl };

export function DeleteUrlDialog({ url, ...state }: DeleteUrlDialogProps) {
  const undo = useUndoUrl();
  const remove = useChange(() => call<DeletedUrl>("DELETE", paths.api.url(url.id)), AFTER_URL_CHANGE, {
    onDone: () => state.onOpenChange(false),
    onSuccess: (deleted) => {
      // If someone else deleted it first, only they may undo it.
      const canUndo = deleted.previousStatus !== "deleted";
      const change = { status: "deleted", ifStatus: deleted.previousStatus } as const;
      toast({ title: "URL deleted successfully", ...(canUndo && { actions: [undoAction(url, change, undo)] }) });
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

"use client";

import { toastFailure } from "@/components/data/toast-error";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import type { DialogState } from "@/components/ui/use-return-focus";
import { withoutScheme } from "@/components/urls/short-link-text";
import { useDeleteUrl } from "@/components/urls/url-mutations";
import { useRestoreUrl } from "@/components/urls/use-restore-url";
import type { ShortUrl } from "@/lib/urls/types";

type DeleteUrlDialogProps = DialogState & { url: ShortUrl };

export function DeleteUrlDialog({ url, ...state }: DeleteUrlDialogProps) {
  const remove = useDeleteUrl(url.id);
  const restore = useRestoreUrl();
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        state.onOpenChange(false);
        toast({
          title: "URL deleted successfully",
          actions: [{ label: "Undo", onClick: () => restore.mutate(url) }],
        });
      },
      onError: (error) => toastFailure(error, "Failed to delete URL"),
    });
  return (
    <ConfirmDialog
      {...state}
      title="Delete short URL?"
      description={
        <>
          Visitors of <span className="break-all font-mono text-ink text-sm">{withoutScheme(url.shortUrl)}</span> will
          see that the link is no longer available. Its clicks are kept, and the code can't be reused.
        </>
      }
      confirmLabel="Delete"
      pending={remove.isPending}
      onConfirm={onConfirm}
    />
  );
}

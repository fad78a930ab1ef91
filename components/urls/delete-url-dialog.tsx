"use client";

import { toastFailure } from "@/components/data/toast-error";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import type { FocusTarget } from "@/components/ui/use-return-focus";
import { withoutScheme } from "@/components/urls/short-link-text";
import { useDeleteUrl } from "@/components/urls/url-mutations";
import { useRestoreUrl } from "@/components/urls/use-restore-url";
import type { ShortUrl } from "@/lib/urls/types";

type DeleteUrlDialogProps = {
  url: ShortUrl;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnFocusTo: FocusTarget | undefined;
};

export function DeleteUrlDialog({ url, open, onOpenChange, returnFocusTo }: DeleteUrlDialogProps) {
  const remove = useDeleteUrl(url.id);
  const restore = useRestoreUrl();
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onOpenChange(false);
        toast({
          title: "URL deleted successfully",
          actions: [{ label: "Undo", onClick: () => restore.mutate(url) }],
        });
      },
      onError: (error) => toastFailure(error, "Failed to delete URL"),
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete short URL?"
      description={
        <>
          Visitors to <span className="break-all font-mono text-ink text-sm">{withoutScheme(url.shortUrl)}</span> will
          see that the link is no longer available. Its clicks are kept, and the code can't be reused.
        </>
      }
      confirmLabel="Delete"
      pending={remove.isPending}
      onConfirm={onConfirm}
      returnFocusTo={returnFocusTo}
    />
  );
}

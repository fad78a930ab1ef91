import { call, isUnauthorized } from "@/components/data/api";
import { errorText, toastError } from "@/components/data/toast-error";
import { useChange, useRefetch } from "@/components/data/use-change";
import { Button } from "@/components/ui/button/button";
import { DialogButton } from "@/components/ui/dialog/dialog-button";
import { useRowActions } from "@/components/ui/table/row-actions";
import { toast } from "@/components/ui/toast/toast-store";
import { CreateUrlDialog } from "@/components/urls/url-dialogs";
import { paths } from "@/lib/paths";

/** Opens the create dialog with the code filled in. */
export function CreateUnknownCode({ code }: { code: string }) {
  const refetch = useRefetch([paths.api.unknownCodes]);
  return (
    <DialogButton
      size="sm"
      variant="secondary"
      aria-label={`Create a link for ${code}`}
      intent={CreateUrlDialog.intent}
      rowAction="open"
      dialog={({ open, onOpenChange }) => (
        <CreateUrlDialog
          open={open}
          shortCode={code}
          onOpenChange={(isOpen) => {
            onOpenChange(isOpen);
            if (!isOpen) void refetch();
          }}
        />
      )}
    >
      Create link
    </DialogButton>
  );
}

/** Removes the code from the list, with Undo. */
export function DismissUnknownCode({ code }: { code: string }) {
  const dismiss = useChange(
    (isDismissed: boolean) => call("PUT", paths.api.unknownCode(code), { isDismissed }),
    [paths.api.unknownCodes],
    {
      onSuccess: (_, isDismissed) => {
        if (!isDismissed) return;
        toast({
          title: "Code dismissed",
          description: `Further visits to “${code}” won't bring it back.`,
          actions: [undo],
        });
      },
      onError: (error, isDismissed) => {
        if (isDismissed) return toastError(error, "Failed to dismiss the code");
        if (isUnauthorized(error)) return;
        toast({
          variant: "destructive",
          title: "Error",
          description: errorText(error, "Failed to restore the code"),
          actions: [undo],
        });
      },
    },
  );
  const undo = { label: "Undo", onClick: () => dismiss.mutate(false) };
  const onClick = () => dismiss.mutate(true);
  useRowActions({ delete: !dismiss.isPending && onClick });
  return (
    <Button size="sm" variant="ghost" loading={dismiss.isPending} aria-label={`Dismiss ${code}`} onClick={onClick}>
      Dismiss
    </Button>
  );
}

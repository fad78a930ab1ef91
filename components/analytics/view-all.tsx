import type { ReactNode } from "react";
import type { SharesDialogProps } from "@/components/analytics/shares-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { onDemand } from "@/components/ui/on-demand";
import type { DialogState } from "@/components/ui/use-return-focus";

export const SharesDialog = onDemand<SharesDialogProps>(() =>
  import("@/components/analytics/shares-dialog").then((file) => file.SharesDialog),
);

type ViewAllProps = {
  title: string;
  dialog: (state: DialogState) => ReactNode;
};

/** A button in the header of a card that shows only the first entries. */
export function ViewAll({ title, dialog }: ViewAllProps) {
  return (
    <DialogButton
      intent={SharesDialog.intent}
      dialog={dialog}
      variant="ghost"
      size="sm"
      className="-my-2 -mr-3"
      aria-label={`View all: ${title}`}
      data-no-print
    >
      View all
    </DialogButton>
  );
}

import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button/button";
import type { Intent } from "@/components/ui/button/on-demand";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { type RowActions, useRowActions } from "@/components/ui/table/row-actions";

type DialogButtonProps = Omit<ButtonProps, "onClick"> & {
  intent: Intent;
  /** The key of a list that does the same in its row. */
  rowAction?: keyof RowActions;
  dialog: (state: DialogState) => ReactNode;
};

/** A button that opens a dialog whose code is loaded on demand. */
export function DialogButton({ intent, rowAction, dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  useRowActions(rowAction ? { [rowAction]: () => setOpen(true) } : {});
  return (
    <>
      <Button {...button} aria-haspopup="dialog" {...intent} onClick={() => setOpen(true)} />
      {dialog({ open, onOpenChange: setOpen })}
    </>
  );
}

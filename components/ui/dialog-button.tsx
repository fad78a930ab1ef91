"use client";

import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { Intent } from "@/components/ui/on-demand";

type DialogButtonProps = Omit<ButtonProps, "onClick" | "asChild"> & {
  intent: Intent;
  dialog: (props: { open: boolean; onOpenChange: (open: boolean) => void }) => ReactNode;
};

/** A button that opens a dialog whose code is loaded on demand. */
export function DialogButton({ intent, dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} aria-haspopup="dialog" {...intent} onClick={() => setOpen(true)} />
      {dialog({ open, onOpenChange: setOpen })}
    </>
  );
}

"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { CreateUrlDialog } from "@/components/urls/url-dialogs";

type CreateUrlButtonProps = Pick<ButtonProps, "className" | "variant"> & {
  label?: string;
  /** The key that does the same on every page. */
  shortcut?: string;
};

/** A button that opens the create dialog. */
export function CreateUrlButton({ label = "Create Short URL", shortcut, ...look }: CreateUrlButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcut}
        {...CreateUrlDialog.intent}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden className="size-4" />
        {label}
        {shortcut && (
          <Kbd
            aria-hidden
            className="-mr-1 hidden border-transparent bg-on-accent/15 text-on-accent pointer-fine:lg:inline-grid dark:bg-on-accent/15"
          >
            {shortcut}
          </Kbd>
        )}
      </Button>
      <CreateUrlDialog open={open} onOpenChange={setOpen} />
    </>
  );
}

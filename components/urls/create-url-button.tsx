"use client";

import { Plus } from "lucide-react";
import type { ButtonProps } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DialogButton } from "@/components/ui/dialog-button";
import { Kbd } from "@/components/ui/kbd";
import { CreateUrlDialog } from "@/components/urls/url-dialogs";

type CreateUrlButtonProps = Pick<ButtonProps, "className" | "variant"> & {
  label?: string;
  /** The global keyboard shortcut for this action. */
  shortcut?: string;
};

export function CreateUrlButton({ label = "Create Short URL", shortcut, ...look }: CreateUrlButtonProps) {
  return (
    <DialogButton
      {...look}
      aria-keyshortcuts={shortcut}
      intent={CreateUrlDialog.intent}
      dialog={(props) => <CreateUrlDialog {...props} />}
    >
      <Plus aria-hidden className="size-4" />
      {label}
      {shortcut && (
        <Kbd
          aria-hidden
          className={cn(
            "-mr-1 hidden pointer-fine:lg:inline-grid",
            look.variant !== "secondary" && "border-transparent bg-on-accent/15 text-on-accent dark:bg-on-accent/15",
          )}
        >
          {shortcut}
        </Kbd>
      )}
    </DialogButton>
  );
}

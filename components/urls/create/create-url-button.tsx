"use client";

import { Plus } from "lucide-react";
import { openOverlay } from "@/components/shell/overlays";
import { Button, type ButtonProps } from "@/components/ui/button/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/text/kbd";
import { CreateUrlDialog } from "@/components/urls/url-dialogs";

type CreateUrlButtonProps = Pick<ButtonProps, "className" | "variant"> & {
  label?: string;
  /** The global keyboard shortcut for this action. */
  shortcut?: string;
};

export function CreateUrlButton({ label = "Create Short URL", shortcut, ...look }: CreateUrlButtonProps) {
  return (
    <Button
      {...look}
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcut}
      {...CreateUrlDialog.intent}
      onClick={() => openOverlay("create")}
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
    </Button>
  );
}

"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { CreateUrlDialog } from "@/components/urls/create-url-dialog";

type CreateUrlButtonProps = Pick<ButtonProps, "className" | "variant"> & { label?: string };

/** A button that opens the create dialog. */
export function CreateUrlButton({ label = "Create Short URL", ...look }: CreateUrlButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...look} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {label}
      </Button>
      <CreateUrlDialog open={open} onOpenChange={setOpen} />
    </>
  );
}

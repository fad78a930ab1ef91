"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { CreateGroupForm } from "@/components/groups/create-group-form";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** A button that opens the create dialog. */
export function CreateGroupButton(look: Pick<ButtonProps, "className">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...look} variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        Create Group
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Create Group">
        <CreateGroupForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

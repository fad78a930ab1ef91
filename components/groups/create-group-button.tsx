"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";

const CreateGroupDialog = onDemand(() =>
  import("@/components/groups/create-group-dialog").then((file) => file.CreateGroupDialog),
);

/** A button that opens the create dialog. */
export function CreateGroupButton(look: Pick<ButtonProps, "className">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        variant="secondary"
        aria-haspopup="dialog"
        {...CreateGroupDialog.intent}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden className="size-4" />
        Create Group
      </Button>
      <CreateGroupDialog open={open} onOpenChange={setOpen} />
    </>
  );
}

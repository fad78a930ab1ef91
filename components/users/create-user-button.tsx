"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";

const CreateUserDialog = onDemand(() =>
  import("@/components/users/create-user-dialog").then((file) => file.CreateUserDialog),
);

/** A button that opens the create dialog. */
export function CreateUserButton(look: Pick<ButtonProps, "className">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        variant="secondary"
        aria-haspopup="dialog"
        {...CreateUserDialog.intent}
        onClick={() => setOpen(true)}
      >
        <UserPlus aria-hidden className="size-4" strokeWidth={1.75} />
        Create User
      </Button>
      <CreateUserDialog open={open} onOpenChange={setOpen} />
    </>
  );
}

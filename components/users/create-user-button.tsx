"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { CreateUserForm } from "@/components/users/create-user-form";

/** A button that opens the create dialog. */
export function CreateUserButton(look: Pick<ButtonProps, "className">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...look} variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden className="size-4" strokeWidth={1.75} />
        Create User
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Create User">
        <CreateUserForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

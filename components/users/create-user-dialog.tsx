"use client";

import { Dialog } from "@/components/ui/dialog";
import { CreateUserForm } from "@/components/users/create-user-form";

type CreateUserDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function CreateUserDialog({ open, onOpenChange }: CreateUserDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Create User">
      <CreateUserForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

"use client";

import { Dialog } from "@/components/ui/dialog";
import type { FocusTarget } from "@/components/ui/use-return-focus";
import { EditUserForm } from "@/components/users/edit-user-form";
import type { User } from "@/lib/users/types";

type EditUserDialogProps = {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnFocusTo: FocusTarget;
};

export function EditUserDialog({ user, open, onOpenChange, returnFocusTo }: EditUserDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit User" returnFocusTo={returnFocusTo}>
      <EditUserForm user={user} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

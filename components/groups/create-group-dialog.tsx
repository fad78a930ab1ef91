"use client";

import { CreateGroupForm } from "@/components/groups/create-group-form";
import { Dialog } from "@/components/ui/dialog";

type CreateGroupDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function CreateGroupDialog({ open, onOpenChange }: CreateGroupDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Create Group">
      <CreateGroupForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

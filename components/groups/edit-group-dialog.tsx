"use client";

import { EditGroupForm } from "@/components/groups/edit-group-form";
import { Dialog } from "@/components/ui/dialog";
import type { Group } from "@/lib/groups/types";

type EditGroupDialogProps = { group: Group; open: boolean; onOpenChange: (open: boolean) => void };

export function EditGroupDialog({ group, open, onOpenChange }: EditGroupDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit Group">
      <EditGroupForm group={group} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

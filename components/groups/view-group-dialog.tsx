"use client";

import { GroupMembers } from "@/components/groups/group-members";
import { Dialog } from "@/components/ui/dialog";
import { formatCount } from "@/lib/format";
import type { Group } from "@/lib/groups/types";

type ViewGroupDialogProps = {
  group: Group;
  canManage: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function ViewGroupDialog({ group, canManage, open, onOpenChange }: ViewGroupDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={group.name}
      description={
        <span className="grid gap-1 break-words">
          {group.description && <span className="whitespace-pre-line">{group.description}</span>}
          <span className="text-sm tabular-nums">{formatCount(group.userLimit)} user limit</span>
        </span>
      }
      className="sm:max-w-lg"
    >
      <GroupMembers group={group} canManage={canManage} />
    </Dialog>
  );
}

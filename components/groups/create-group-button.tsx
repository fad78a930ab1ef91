"use client";

import { FolderPlus } from "lucide-react";
import { useActor } from "@/components/data/use-actor";
import { GroupDialog } from "@/components/groups/group-dialogs";
import { DialogButton } from "@/components/ui/dialog-button";
import { canManageGroups } from "@/lib/groups/policy";

export function CreateGroupButton() {
  const actor = useActor();
  if (!actor || !canManageGroups(actor)) return null;
  return (
    <DialogButton icon={FolderPlus} intent={GroupDialog.intent} dialog={(props) => <GroupDialog {...props} />}>
      Create Group
    </DialogButton>
  );
}

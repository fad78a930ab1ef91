"use client";

import { FolderPlus } from "lucide-react";
import { useActor } from "@/components/data/use-actor";
import { DialogButton } from "@/components/ui/dialog-button";
import { onDemand } from "@/components/ui/on-demand";
import { canManageGroups } from "@/lib/groups/policy";

export const GroupDialog = onDemand(() => import("@/components/groups/group-dialog").then((file) => file.GroupDialog));
export const ViewGroupDialog = onDemand(() =>
  import("@/components/groups/view-group-dialog").then((file) => file.ViewGroupDialog),
);

export function CreateGroupButton() {
  const actor = useActor();
  if (!actor || !canManageGroups(actor)) return null;
  return (
    <DialogButton icon={FolderPlus} intent={GroupDialog.intent} dialog={(props) => <GroupDialog {...props} />}>
      Create Group
    </DialogButton>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderPlus } from "lucide-react";
import { onDemand } from "@/components/ui/button/on-demand";
import { DialogButton } from "@/components/ui/dialog/dialog-button";
import { currentUserQuery } from "@/components/users/user-queries";
import { canManageGroups } from "@/lib/groups/policy";

export const GroupDialog = onDemand(() => import("@/components/groups/group-dialog").then((file) => file.GroupDialog));
export const ViewGroupDialog = onDemand(() =>
  import("@/components/groups/view-group-dialog").then((file) => file.ViewGroupDialog),
);

export function CreateGroupButton() {
  // Signed-out visitors may see this while the page loads.
  const user = useQuery(currentUserQuery).data;
  if (!user || !canManageGroups(user)) return null;
  return (
    <DialogButton icon={FolderPlus} intent={GroupDialog.intent} dialog={(props) => <GroupDialog {...props} />}>
      Create Group
    </DialogButton>
  );
}

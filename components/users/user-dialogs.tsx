"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { DialogButton } from "@/components/ui/dialog-button";
import { onDemand } from "@/components/ui/on-demand";
import { currentUserQuery } from "@/components/users/user-queries";
import { canCreateUser } from "@/lib/users/policy";

export const UserDialog = onDemand(() => import("@/components/users/user-dialog").then((file) => file.UserDialog));
export const DeleteUserDialog = onDemand(() =>
  import("@/components/users/delete-user-dialog").then((file) => file.DeleteUserDialog),
);

export function CreateUserButton() {
  // Signed-out visitors may see this while the page loads.
  const user = useQuery(currentUserQuery).data;
  if (!user || !canCreateUser(user)) return null;
  return (
    <DialogButton icon={UserPlus} intent={UserDialog.intent} dialog={(props) => <UserDialog {...props} />}>
      Create User
    </DialogButton>
  );
}

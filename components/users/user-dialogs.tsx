"use client";

import { UserPlus } from "lucide-react";
import { useActor } from "@/components/data/use-actor";
import { DialogButton } from "@/components/ui/dialog-button";
import { onDemand } from "@/components/ui/on-demand";
import { canCreateUser } from "@/lib/users/policy";

export const UserDialog = onDemand(() => import("@/components/users/user-dialog").then((file) => file.UserDialog));
export const DeleteUserDialog = onDemand(() =>
  import("@/components/users/delete-user-dialog").then((file) => file.DeleteUserDialog),
);

export function CreateUserButton() {
  const actor = useActor();
  if (!actor || !canCreateUser(actor)) return null;
  return (
    <DialogButton icon={UserPlus} intent={UserDialog.intent} dialog={(props) => <UserDialog {...props} />}>
      Create User
    </DialogButton>
  );
}

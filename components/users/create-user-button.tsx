"use client";

import { UserPlus } from "lucide-react";
import { useActor } from "@/components/data/use-actor";
import { DialogButton } from "@/components/ui/dialog-button";
import { UserDialog } from "@/components/users/user-dialogs";
import { canCreateUser } from "@/lib/users/policy";

export function CreateUserButton() {
  const actor = useActor();
  if (!actor || !canCreateUser(actor)) return null;
  return (
    <DialogButton icon={UserPlus} intent={UserDialog.intent} dialog={(props) => <UserDialog {...props} />}>
      Create User
    </DialogButton>
  );
}

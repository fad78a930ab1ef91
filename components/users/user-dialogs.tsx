"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { onDemand } from "@/components/ui/button/on-demand";
import { DialogButton } from "@/components/ui/dialog/dialog-button";
import type { FocusTarget } from "@/components/ui/focus/use-return-focus";
import { type RowDialog, useRowDialog } from "@/components/ui/table/use-row-dialog";
import { currentUserQuery } from "@/components/users/user-queries";
import { canCreateUser } from "@/lib/users/policy";
import type { User } from "@/lib/users/types";

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

type UserDialogKind = "edit" | "delete";

/** Opens a dialog for a user. Keeps its identity between renders. */
export type OpenUserDialog = (kind: UserDialogKind, user: User, returnFocusTo: FocusTarget) => void;

/** Keeps track of which dialog of a user is open, for `UserDialogs`. */
export const useUserDialogs = useRowDialog<UserDialogKind, User>;

type UserDialogsProps = { state: RowDialog<UserDialogKind, User> | null; onClose: () => void };

/** The dialogs of the rows, one at a time. */
export function UserDialogs({ state, onClose }: UserDialogsProps) {
  if (!state) return null;
  const { kind, row: user, open, returnFocusTo } = state;
  const Dialog = kind === "edit" ? UserDialog : DeleteUserDialog;
  // A change of a user whose dialog was closed meanwhile doesn't close the one of another user.
  return <Dialog key={user.id} user={user} open={open} onOpenChange={onClose} returnFocusTo={returnFocusTo} />;
}

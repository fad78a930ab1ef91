import { LogOut, Mail, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { call } from "@/components/data/api";
import { useAppConfig } from "@/components/data/app-config";
import { toastError, toastOutcome } from "@/components/data/toast-error";
import { useActor } from "@/components/data/use-actor";
import { useChange } from "@/components/data/use-change";
import { DropdownMenuSeparator } from "@/components/ui/button/dropdown-menu";
import type { MenuProps } from "@/components/ui/button/menu-button";
import { MenuItem, RowMenu } from "@/components/ui/table/row-menu";
import { toast } from "@/components/ui/toast/toast-store";
import { invitedToast } from "@/components/users/invitation-text";
import { suspendedKeysText } from "@/components/users/suspended-keys-text";
import { DeleteUserDialog, UserDialog } from "@/components/users/user-dialogs";
import { USER_STATUS_CHANGED, userName } from "@/components/users/user-labels";
import { AFTER_USER_CHANGE } from "@/components/users/user-queries";
import { paths } from "@/lib/paths";
import { canEndSessionsOf } from "@/lib/sessions/policy";
import { canBeInvitedAgain, canInviteUsers } from "@/lib/users/policy";
import type { Invitation, ListedUser, UserStatus, UserWithKeys } from "@/lib/users/types";

export type UserRowMenuProps = MenuProps & {
  user: ListedUser;
  onEdit: () => void;
  onDelete: () => void;
};

export function UserRowMenu({ user, onEdit, onDelete, ...button }: UserRowMenuProps) {
  const change = useChange(
    (status: UserStatus) => call<UserWithKeys>("PUT", paths.api.userStatus(user.id), { status, ifStatus: user.status }),
    AFTER_USER_CHANGE,
    {
      onSuccess: ({ suspendedApiKeys }, status) =>
        toast({ title: USER_STATUS_CHANGED[status], description: suspendedKeysText(suspendedApiKeys) }),
      onError: (error) => toastError(error, "Failed to update user status"),
    },
  );
  const actor = useActor();
  const { hasMailServer } = useAppConfig();
  const canSignOut = user.status === "active" && canEndSessionsOf(actor, user);
  const end = useChange(
    () => call("DELETE", paths.api.userSessions(user.id)),
    AFTER_USER_CHANGE,
    toastOutcome(`${userName(user)} was signed out everywhere`, "Failed to sign out the user"),
  );
  const canInvite = canInviteUsers(actor) && canBeInvitedAgain(user);
  const invite = useChange(() => call<Invitation>("POST", paths.api.userInvitation(user.id)), [paths.api.users], {
    onSuccess: ({ email }) => toast(invitedToast(email, hasMailServer)),
    onError: (error) => toastError(error, "Failed to send the invitation"),
  });
  return (
    <RowMenu {...button}>
      <MenuItem icon={Pencil} label="Edit User" {...UserDialog.intent} onSelect={onEdit} />
      {canInvite && <MenuItem icon={Mail} label="Resend invitation" onSelect={() => invite.mutate()} />}
      {user.status === "active" && (
        <MenuItem icon={Pause} label="Pause User" onSelect={() => change.mutate("paused")} />
      )}
      {user.status === "paused" && (
        <MenuItem icon={Play} label="Activate User" onSelect={() => change.mutate("active")} />
      )}
      {canSignOut && <MenuItem icon={LogOut} label="Sign out everywhere" onSelect={() => end.mutate()} />}
      {user.status !== "deleted" && (
        <>
          <DropdownMenuSeparator />
          <MenuItem icon={Trash2} label="Delete User" danger {...DeleteUserDialog.intent} onSelect={onDelete} />
        </>
      )}
    </RowMenu>
  );
}

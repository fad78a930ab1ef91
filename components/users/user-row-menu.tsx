"use client";

import { LogOut, Mail, Pause, Pencil, Play, Trash2 } from "lucide-react";
import type { Ref } from "react";
import { toastError } from "@/components/data/toast-error";
import { useActor } from "@/components/data/use-actor";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { MenuButton } from "@/components/ui/menu-button";
import { toast } from "@/components/ui/toast-store";
import { DeleteUserDialog, UserDialog } from "@/components/users/user-dialogs";
import { USER_STATUS_CHANGED, userName } from "@/components/users/user-labels";
import { useEndSessionsOf, useInviteUser, useSetUserStatus } from "@/components/users/user-mutations";
import { canEndSessionsOf } from "@/lib/sessions/policy";
import { canInviteUsers, isAwaited } from "@/lib/users/policy";
import { INVITATION_DAYS } from "@/lib/users/schema";
import type { ListedUser, UserStatus } from "@/lib/users/types";

export type UserRowMenuProps = {
  /** Accessible name of its button. */
  label: string;
  user: ListedUser;
  onEdit: () => void;
  onDelete: () => void;
  /** Of its button. */
  ref: Ref<HTMLButtonElement>;
};

export function UserRowMenu({ user, onEdit, onDelete, ...button }: UserRowMenuProps) {
  const change = useSetUserStatus(user.id);
  const setStatus = (status: UserStatus) =>
    change.mutate(status, {
      onSuccess: () => toast({ title: USER_STATUS_CHANGED[status] }),
      onError: (error) => toastError(error, "Failed to update user status"),
    });
  const actor = useActor();
  const canSignOut = user.status === "active" && actor !== undefined && canEndSessionsOf(actor, user);
  const end = useEndSessionsOf(user.id);
  const signOutEverywhere = () =>
    end.mutate(undefined, {
      onSuccess: () => toast({ title: `${userName(user)} was signed out everywhere` }),
      onError: (error) => toastError(error, "Failed to sign out the user"),
    });
  const canInvite = actor !== undefined && canInviteUsers(actor) && isAwaited(user);
  const invite = useInviteUser(user.id);
  const sendInvitation = () =>
    invite.mutate(undefined, {
      onSuccess: ({ email }) =>
        toast({ title: "Invitation sent", description: `To ${email}. The link works for ${INVITATION_DAYS} days.` }),
      onError: (error) => toastError(error, "Failed to send the invitation"),
    });
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MenuButton {...button} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem {...UserDialog.intent} onSelect={onEdit}>
          <Pencil aria-hidden />
          Edit User
        </DropdownMenuItem>
        {canInvite && (
          <DropdownMenuItem onSelect={sendInvitation}>
            <Mail aria-hidden />
            Resend invitation
          </DropdownMenuItem>
        )}
        {user.status === "active" && (
          <DropdownMenuItem onSelect={() => setStatus("paused")}>
            <Pause aria-hidden />
            Pause User
          </DropdownMenuItem>
        )}
        {user.status === "paused" && (
          <DropdownMenuItem onSelect={() => setStatus("active")}>
            <Play aria-hidden />
            Activate User
          </DropdownMenuItem>
        )}
        {canSignOut && (
          <DropdownMenuItem onSelect={signOutEverywhere}>
            <LogOut aria-hidden />
            Sign out everywhere
          </DropdownMenuItem>
        )}
        {user.status !== "deleted" && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem danger {...DeleteUserDialog.intent} onSelect={onDelete}>
              <Trash2 aria-hidden />
              Delete User
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

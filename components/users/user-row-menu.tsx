"use client";

import { Pause, Pencil, Play, Trash2 } from "lucide-react";
import { toastError } from "@/components/data/toast-error";
import { DropdownMenuContent, DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toast-store";
import { useSetUserStatus } from "@/components/users/user-mutations";
import type { User, UserStatus } from "@/lib/users/types";

const STATUS_CHANGED: Record<UserStatus, string> = {
  active: "User activated successfully",
  paused: "User paused successfully",
  deleted: "User deleted successfully",
  locked: "User locked successfully",
};

type UserRowMenuProps = { user: User; onEdit: () => void; onDelete: () => void };

export function UserRowMenu({ user, onEdit, onDelete }: UserRowMenuProps) {
  const change = useSetUserStatus(user.id);
  const setStatus = (status: UserStatus) =>
    change.mutate(status, {
      onSuccess: () => toast({ title: STATUS_CHANGED[status] }),
      onError: (error) => toastError(error, "Failed to update user status"),
    });
  return (
    <DropdownMenuContent>
      <DropdownMenuItem onSelect={onEdit}>
        <Pencil aria-hidden />
        Edit User
      </DropdownMenuItem>
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
      {user.status !== "deleted" && (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuItem danger onSelect={onDelete}>
            <Trash2 aria-hidden />
            Delete User
          </DropdownMenuItem>
        </>
      )}
    </DropdownMenuContent>
  );
}

"use client";

import { toastError } from "@/components/data/toast-error";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import type { DialogState } from "@/components/ui/use-return-focus";
import { USER_STATUS_CHANGED, userName } from "@/components/users/user-labels";
import { useDeleteUser } from "@/components/users/user-mutations";
import type { User } from "@/lib/users/types";

type DeleteUserDialogProps = DialogState & { user: User };

export function DeleteUserDialog({ user, ...state }: DeleteUserDialogProps) {
  const remove = useDeleteUser(user.id);
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        state.onOpenChange(false);
        toast({ title: USER_STATUS_CHANGED.deleted });
      },
      onError: (error) => toastError(error, "Failed to delete user"),
    });
  return (
    <ConfirmDialog
      {...state}
      title="Delete user?"
      description={
        <>
          <span className="font-medium text-ink">{userName(user)}</span> will be signed out and can't sign in again.
          Their links keep working.
        </>
      }
      confirmLabel="Delete"
      pending={remove.isPending}
      onConfirm={onConfirm}
    />
  );
}

import { call } from "@/components/data/api";
import { toastOutcome } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { ConfirmDialog } from "@/components/ui/dialog/confirm-dialog";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { USER_STATUS_CHANGED, userName } from "@/components/users/user-labels";
import { AFTER_USER_CHANGE } from "@/components/users/user-queries";
import { canManageApiKeys } from "@/lib/api-keys/policy";
import { paths } from "@/lib/paths";
import type { User } from "@/lib/users/types";

type DeleteUserDialogProps = DialogState & { user: User };

export function DeleteUserDialog({ user, ...state }: DeleteUserDialogProps) {
  const remove = useChange(() => call("DELETE", paths.api.user(user.id)), AFTER_USER_CHANGE, {
    ...toastOutcome(USER_STATUS_CHANGED.deleted, "Failed to delete user"),
    onDone: () => state.onOpenChange(false),
  });
  return (
    <ConfirmDialog
      {...state}
      title="Delete user?"
      description={
        <>
          <span className="font-medium text-ink">{userName(user)}</span> will be signed out and can't sign in again.
          Their links keep working.
          {canManageApiKeys(user) && " API keys they own are suspended until an admin takes them over."}
        </>
      }
      confirmLabel="Delete"
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

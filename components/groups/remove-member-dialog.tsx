"use client";

import { toastError } from "@/components/data/toast-error";
import { useCurrentUser } from "@/components/data/use-current-user";
import { useRemoveMember } from "@/components/groups/group-mutations";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import type { DialogState } from "@/components/ui/use-return-focus";
import { userName } from "@/components/users/user-labels";
import type { Group, GroupMember } from "@/lib/groups/types";

type RemoveMemberDialogProps = DialogState & { group: Group; member: GroupMember };

export function RemoveMemberDialog({ group, member, ...state }: RemoveMemberDialogProps) {
  const isSelf = useCurrentUser()?.id === member.id;
  const remove = useRemoveMember(group.id);
  const onConfirm = () =>
    remove.mutate(member.id, {
      onSuccess: () => {
        state.onOpenChange(false);
        toast({ title: "Member removed successfully" });
      },
      onError: (error) => toastError(error, "Failed to remove member"),
    });
  return (
    <ConfirmDialog
      {...state}
      title={isSelf ? "Leave the group?" : "Remove member?"}
      description={
        <>
          <span className="font-medium text-ink">{isSelf ? "You" : userName(member)}</span> will no longer be in{" "}
          <span className="font-medium text-ink">{group.name}</span>. Links they created stay in the group.
        </>
      }
      confirmLabel={isSelf ? "Leave" : "Remove"}
      pending={remove.isPending}
      onConfirm={onConfirm}
    />
  );
}

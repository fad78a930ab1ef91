import { useRef, useState } from "react";
import { lazyMenu } from "@/components/ui/menu-button";
import { useRowActions } from "@/components/ui/row-actions";
import { DeleteUserDialog, UserDialog } from "@/components/users/user-dialogs";
import { userName } from "@/components/users/user-labels";
import type { UserRowMenuProps } from "@/components/users/user-row-menu";
import type { ListedUser } from "@/lib/users/types";

type OpenDialog = "edit" | "delete" | null;

/** The menu of a user; its dialogs return focus to its button. */
export function UserRowActions({ user }: { user: ListedUser }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(null);
  useRowActions({
    edit: () => setDialog("edit"),
    delete: user.status !== "deleted" && (() => setDialog("delete")),
  });
  return (
    <div className="flex justify-end">
      <UserRowMenu
        ref={menuButton}
        label={`Actions for ${userName(user)}`}
        user={user}
        onEdit={() => setDialog("edit")}
        onDelete={() => setDialog("delete")}
      />
      <UserDialog user={user} open={dialog === "edit"} onOpenChange={close} returnFocusTo={menuButton} />
      <DeleteUserDialog user={user} open={dialog === "delete"} onOpenChange={close} returnFocusTo={menuButton} />
    </div>
  );
}

const UserRowMenu = lazyMenu<UserRowMenuProps>(() =>
  import("@/components/users/user-row-menu").then((file) => file.UserRowMenu),
);

import { useRef } from "react";
import { lazyMenu } from "@/components/ui/button/menu-button";
import { useRowActions } from "@/components/ui/table/row-actions";
import type { OpenUserDialog } from "@/components/users/user-dialogs";
import { userName } from "@/components/users/user-labels";
import type { UserRowMenuProps } from "@/components/users/user-row-menu";
import type { ListedUser } from "@/lib/users/types";

/** The menu of a user, to whose button its dialogs return the focus. */
export function UserRowActions({ user, onOpen }: { user: ListedUser; onOpen: OpenUserDialog }) {
  const menuButton = useRef<HTMLButtonElement>(null);
  const onEdit = () => onOpen("edit", user, menuButton);
  const onDelete = () => onOpen("delete", user, menuButton);
  useRowActions({ edit: onEdit, delete: user.status !== "deleted" && onDelete });
  return (
    <div className="flex justify-end">
      <UserRowMenu
        ref={menuButton}
        label={`Actions for ${userName(user)}`}
        user={user}
        onEdit={onEdit}
        onDelete={onDelete}
      />
    </div>
  );
}

const UserRowMenu = lazyMenu<UserRowMenuProps>(() =>
  import("@/components/users/user-row-menu").then((file) => file.UserRowMenu),
);

"use client";

import { Ellipsis } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { DropdownMenu, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import { onDemand } from "@/components/ui/on-demand";
import { userName } from "@/components/users/user-labels";
import { UserRowMenu } from "@/components/users/user-row-menu";
import type { User } from "@/lib/users/types";

const EditUserDialog = onDemand(() =>
  import("@/components/users/edit-user-dialog").then((file) => file.EditUserDialog),
);
const DeleteUserDialog = onDemand(() =>
  import("@/components/users/delete-user-dialog").then((file) => file.DeleteUserDialog),
);

type OpenDialog = "edit" | "delete" | null;

/** The menu of a user whom one may manage; its dialogs return the focus to its button. */
export function UserRowActions({ user }: { user: User }) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(null);
  return (
    <div className="flex justify-end">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            ref={menuButton}
            size="icon"
            variant="ghost"
            aria-label={`Actions for ${userName(user)}`}
            {...EditUserDialog.intent}
          >
            <Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />
          </Button>
        </DropdownMenuTrigger>
        <UserRowMenu user={user} onEdit={() => setDialog("edit")} onDelete={() => setDialog("delete")} />
      </DropdownMenu>
      <EditUserDialog user={user} open={dialog === "edit"} onOpenChange={close} returnFocusTo={menuButton} />
      <DeleteUserDialog user={user} open={dialog === "delete"} onOpenChange={close} returnFocusTo={menuButton} />
    </div>
  );
}

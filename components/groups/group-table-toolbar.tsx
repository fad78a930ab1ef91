import { Plus, UserCog } from "lucide-react";
import Link from "next/link";
import { GroupDialog } from "@/components/groups/group-dialogs";
import { Button } from "@/components/ui/button";
import { DialogButton } from "@/components/ui/dialog-button";
import type { Actor } from "@/lib/actor";
import { canManageGroups } from "@/lib/groups/policy";
import { paths } from "@/lib/paths";

/** For group managers. Group admins find User Management here, as their sidebar does not list it. */
export function GroupTableToolbar({ actor }: { actor: Actor }) {
  if (!canManageGroups(actor)) return null;
  return (
    <div className="flex flex-wrap justify-end gap-2 border-line border-b p-3 @table:border-b-0 @table:px-5">
      {actor.role === "group_admin" && (
        <Button asChild variant="secondary" className="w-full @table:w-auto">
          <Link href={paths.users}>
            <UserCog aria-hidden className="size-4" strokeWidth={1.75} />
            User Management
          </Link>
        </Button>
      )}
      <DialogButton
        variant="secondary"
        className="w-full @table:w-auto"
        intent={GroupDialog.intent}
        dialog={(props) => <GroupDialog {...props} />}
      >
        <Plus aria-hidden className="size-4" />
        Create Group
      </DialogButton>
    </div>
  );
}

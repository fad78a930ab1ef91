import { UserCog } from "lucide-react";
import Link from "next/link";
import { CreateGroupButton } from "@/components/groups/create-group-button";
import { Button } from "@/components/ui/button";
import { canManageGroups } from "@/lib/groups/policy";
import { paths } from "@/lib/paths";
import type { Actor } from "@/lib/users/types";

/** For those who manage groups; a group_admin finds here the way to the users, which the sidebar does not show them. */
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
      <CreateGroupButton className="w-full @table:w-auto" />
    </div>
  );
}

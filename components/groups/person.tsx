import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { USER_STATUS_BADGE, userName } from "@/components/users/user-labels";
import type { GroupMember } from "@/lib/groups/types";
import { roleLabel } from "@/lib/users/policy";

type PersonProps = { person: GroupMember; children?: ReactNode };

/** Name, address and role in one line of a list, with what can be done at its end. */
export function Person({ person, children }: PersonProps) {
  return (
    <li className="flex min-h-14 items-center gap-2 py-2 pr-2 pl-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-base text-ink">{userName(person)}</p>
        <p className="truncate text-muted text-sm" title={person.email}>
          {person.email}
        </p>
      </div>
      <div className="flex flex-col items-end gap-1 sm:flex-row sm:items-center">
        {person.status !== "active" && <Badge variant={USER_STATUS_BADGE[person.status]}>{person.status}</Badge>}
        <Badge variant="outline">{roleLabel(person.role)}</Badge>
      </div>
      {children}
    </li>
  );
}

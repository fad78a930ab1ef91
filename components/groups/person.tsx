import { Badge } from "@/components/ui/badge";
import { USER_STATUS_BADGE, userName } from "@/components/users/user-labels";
import type { GroupMember } from "@/lib/groups/types";
import { roleLabel } from "@/lib/users/policy";

type PersonProps = { person: GroupMember };

export function PersonName({ person }: PersonProps) {
  return (
    <div translate="no" className="min-w-0 flex-1">
      <p className="truncate font-medium text-base text-ink">{userName(person)}</p>
      <p className="truncate text-muted text-sm" title={person.email}>
        {person.email}
      </p>
    </div>
  );
}

/** The role, and the status unless it is active. */
export function PersonBadges({ person }: PersonProps) {
  return (
    <div className="flex flex-col items-end gap-1 sm:flex-row sm:items-center">
      {person.status !== "active" && <Badge variant={USER_STATUS_BADGE[person.status]}>{person.status}</Badge>}
      <Badge variant="outline">{roleLabel(person.role)}</Badge>
    </div>
  );
}

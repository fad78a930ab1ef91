"use client";

import { UserMinus } from "lucide-react";
import { useState } from "react";
import { Person } from "@/components/groups/person";
import { RemoveMemberDialog } from "@/components/groups/remove-member-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { userName } from "@/components/users/user-labels";
import type { Group, GroupMember } from "@/lib/groups/types";

export const peopleClasses = "grid grid-cols-1 divide-y divide-line overflow-hidden rounded-lg border border-line";

type MemberListProps = { group: Group; members: readonly GroupMember[]; canManage: boolean };

export function MemberList({ group, members, canManage }: MemberListProps) {
  if (members.length === 0) {
    return (
      <p className="rounded-lg border border-line border-dashed px-3 py-6 text-center text-muted">No members yet</p>
    );
  }
  return (
    <ul className={peopleClasses}>
      {members.map((member) => (
        <Person key={member.id} person={member}>
          {canManage && <RemoveMember group={group} member={member} />}
        </Person>
      ))}
    </ul>
  );
}

function RemoveMember({ group, member }: { group: Group; member: GroupMember }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={`Remove ${userName(member)}`} tip="Remove" onClick={() => setOpen(true)}>
        <UserMinus aria-hidden className="size-4" strokeWidth={1.75} />
      </IconButton>
      <RemoveMemberDialog group={group} member={member} open={open} onOpenChange={setOpen} />
    </>
  );
}

const ROWS = ["a", "b", "c"];

export function MemberListSkeleton({ withAdd }: { withAdd: boolean }) {
  return (
    <DialogBody aria-busy>
      <p role="status" className="sr-only">
        Loading...
      </p>
      {withAdd && <Skeleton className="h-15 pointer-coarse:h-16" />}
      <Skeleton className="h-5 w-24" />
      <ul className={peopleClasses}>
        {ROWS.map((row) => (
          <li key={row} className="flex min-h-14 items-center justify-between gap-3 px-3">
            <Skeleton className="w-44" />
            <Skeleton className="h-6 w-16 rounded-full" />
          </li>
        ))}
      </ul>
    </DialogBody>
  );
}

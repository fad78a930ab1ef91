"use client";

import { useQuery } from "@tanstack/react-query";
import { groupMembersQuery } from "@/components/data/query-options";
import { AddMember } from "@/components/groups/add-member";
import { MemberList, MemberListSkeleton } from "@/components/groups/member-list";
import { DialogBody } from "@/components/ui/dialog";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import { formatCount, formatTotal } from "@/lib/format";
import type { Group } from "@/lib/groups/types";

type GroupMembersProps = { group: Group; canManage: boolean };

/** Who is in a group, and, for those who may, adding and removing. */
export function GroupMembers({ group, canManage }: GroupMembersProps) {
  const query = useQuery(groupMembersQuery(group.id));
  const onRetry = () => void query.refetch();
  if (query.isPending) return <MemberListSkeleton withAdd={canManage} />;
  if (!query.data) {
    return (
      <DialogBody>
        <ListFailed title="The members could not be loaded" onRetry={onRetry} retrying={query.isFetching} />
      </DialogBody>
    );
  }
  const { items: members, total } = query.data;
  return (
    <DialogBody>
      {canManage && <AddMember group={group} members={members} />}
      <section aria-label="Members" className="grid min-w-0 grid-cols-1 gap-2">
        <h3 className="font-medium text-ink text-sm tabular-nums">Members ({formatTotal(query.data)})</h3>
        {query.isError && <ListOutdated onRetry={onRetry} retrying={query.isFetching} />}
        <MemberList group={group} members={members} canManage={canManage} />
        {total > members.length && (
          <p className="text-muted text-sm">The first {formatCount(members.length)} by name.</p>
        )}
      </section>
    </DialogBody>
  );
}

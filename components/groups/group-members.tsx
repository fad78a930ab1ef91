import { useQuery } from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import { useMemo } from "react";
import { call } from "@/components/data/api";
import { useCurrentUser } from "@/components/data/use-actor";
import { AddMember, AFTER_MEMBERSHIP } from "@/components/groups/add-member";
import { groupMembersQuery } from "@/components/groups/group-queries";
import { PersonBadges, PersonName } from "@/components/groups/person";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { DataTable } from "@/components/ui/data-table";
import type { TableLayout } from "@/components/ui/data-table-types";
import { DialogBody } from "@/components/ui/dialog";
import { toListFailure } from "@/components/ui/list-faces";
import { ListFooter } from "@/components/ui/list-footer";
import { userName } from "@/components/users/user-labels";
import { formatCount, formatTotal } from "@/lib/format";
import type { Group, GroupMember } from "@/lib/groups/types";
import { paths } from "@/lib/paths";
import { roleLabel } from "@/lib/users/policy";

type MembersContext = { group: Group; canManage: boolean };

const layout: TableLayout<GroupMember, MembersContext> = {
  label: "Members",
  rowName: (member) => `${userName(member)}, ${member.email}, ${roleLabel(member.role)}`,
  rowClass: "grid-cols-[minmax(0,1fr)_auto_auto] gap-x-2 py-2 pr-2 pl-3",
  isWhole: true,
  skeletonRows: 3,
  columns: [
    { title: "Name", skeleton: "h-10 w-44", cell: (member) => <PersonName person={member} /> },
    { title: "Role", skeleton: "h-6 w-16 rounded-full", cell: (member) => <PersonBadges person={member} /> },
    {
      title: "Actions",
      isTitleHidden: true,
      skeleton: "hidden",
      cell: (member, { group, canManage }) => canManage && <RemoveMember group={group} member={member} />,
    },
  ],
};

/** The members of a group and, for its managers, adding and removing them. */
export function GroupMembers({ group, canManage }: MembersContext) {
  const query = useQuery(groupMembersQuery(group.id));
  const members = query.data?.items;
  const context = useMemo(() => ({ group, canManage }), [group, canManage]);
  return (
    <DialogBody>
      {canManage && members && <AddMember group={group} members={members} />}
      <DataTable
        layout={layout}
        rows={members}
        context={context}
        failure={toListFailure("The members could not be loaded", query)}
        toolbar={
          query.data && (
            <h3 className="border-line border-b px-3 py-2 font-medium text-ink text-sm tabular-nums">
              {`Members (${formatTotal(query.data)})`}
            </h3>
          )
        }
        empty={<p className="px-3 py-6 text-center text-muted">No members yet</p>}
        footer={
          query.data &&
          query.data.total > query.data.items.length && (
            <ListFooter>{`Showing the first ${formatCount(query.data.items.length)} by name`}</ListFooter>
          )
        }
      />
    </DialogBody>
  );
}

function RemoveMember({ group, member }: { group: Group; member: GroupMember }) {
  const isSelf = useCurrentUser()?.id === member.id;
  return (
    <ConfirmButton
      label={`Remove ${userName(member)}`}
      tip="Remove"
      icon={UserMinus}
      rowAction="delete"
      title={isSelf ? "Leave the group?" : "Remove member?"}
      description={
        <>
          <span className="font-medium text-ink">{isSelf ? "You" : userName(member)}</span> will no longer be in{" "}
          <span className="font-medium text-ink">{group.name}</span>. Links they created stay in the group.
        </>
      }
      confirmLabel={isSelf ? "Leave" : "Remove"}
      change={() => call("DELETE", paths.api.groupMember(group.id, member.id))}
      refetch={AFTER_MEMBERSHIP}
      done="Member removed successfully"
      failed="Failed to remove member"
    />
  );
}

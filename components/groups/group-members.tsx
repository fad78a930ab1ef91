import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import { useMemo, useState } from "react";
import { call } from "@/components/data/api";
import { rowsOf } from "@/components/data/list-queries";
import { useCurrentUser } from "@/components/data/use-actor";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { AddMember, AFTER_MEMBERSHIP } from "@/components/groups/add-member";
import { groupMembersQuery } from "@/components/groups/group-queries";
import { PersonBadges, PersonName } from "@/components/groups/person";
import { ConfirmButton } from "@/components/ui/dialog/confirm-button";
import { DialogBody } from "@/components/ui/dialog/dialog";
import { SearchField } from "@/components/ui/form/search-field";
import { DataTable } from "@/components/ui/table/data-table";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { moreOf } from "@/components/ui/table/list-footer";
import { toListFailure } from "@/components/ui/table/list-states";
import { userName } from "@/components/users/user-labels";
import { formatTotal, plural } from "@/lib/format";
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
  const [text, setText] = useState("");
  const { all, found, asked, searching } = useMembers(group, text);
  const members = found.data && rowsOf(found.data.pages);
  const total = all.data?.pages[0];
  const context = useMemo(() => ({ group, canManage }), [group, canManage]);
  // A removal may make the list short while it is searched.
  const isLong = (total?.total ?? 0) > MANY_MEMBERS || text !== "" || asked !== "";
  return (
    <DialogBody>
      {canManage && total && <AddMember group={group} />}
      <DataTable
        layout={layout}
        rows={members}
        context={context}
        more={moreOf(found)}
        failure={toListFailure("The members could not be loaded", all, found)}
        toolbar={
          total && (
            <div className="grid gap-2 border-line border-b px-3 py-2">
              <h3 className="font-medium text-ink text-sm tabular-nums">{`Members (${formatTotal(total)})`}</h3>
              {isLong && (
                <SearchField
                  hasShortcut={false}
                  label="Search members"
                  placeholder="Name or email"
                  value={text}
                  onChange={setText}
                  busy={searching}
                />
              )}
            </div>
          )
        }
        empty={
          <p role="status" className="px-3 py-6 text-center text-muted">
            {asked ? "No members found" : "No members yet"}
          </p>
        }
        footer={isLong ? `Showing ${plural(members?.length ?? 0, "member")}` : undefined}
      />
    </DialogBody>
  );
}

/** A longer list has a search field. */
const MANY_MEMBERS = 20;

/** All members, and those that match the text; until these have loaded, the matches of the text before. */
function useMembers(group: Group, text: string) {
  const wanted = text.trim();
  const asked = useDebouncedValue(wanted);
  const all = useInfiniteQuery(groupMembersQuery(group.id, ""));
  const found = useInfiniteQuery({ ...groupMembersQuery(group.id, asked), placeholderData: keepPreviousData });
  return { all, found, asked, searching: asked !== wanted || found.isPlaceholderData };
}

function RemoveMember({ group, member }: { group: Group; member: GroupMember }) {
  const isSelf = useCurrentUser().id === member.id;
  const who = isSelf ? "you" : "they";
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
          <span className="font-medium text-ink">{group.name}</span>. Links {who} created stay in the group.
          {/* Overall admins need not be members. */}
          {member.role === "group_admin" && ` API keys ${who} own in it are suspended until an admin takes them over.`}
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

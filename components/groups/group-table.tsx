"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { useMemo } from "react";
import { useActor } from "@/components/data/use-actor";
import { useAddressState } from "@/components/data/use-address-state";
import { groupAddress } from "@/components/groups/group-address";
import { ViewGroupDialog } from "@/components/groups/group-dialogs";
import { groupsQuery } from "@/components/groups/group-queries";
import { GroupRowActions } from "@/components/groups/group-row-actions";
import { GroupTableToolbar } from "@/components/groups/group-table-toolbar";
import { DataTable, DataTableSkeleton } from "@/components/ui/data-table";
import type { TableLayout } from "@/components/ui/data-table-types";
import { EmptyState } from "@/components/ui/empty-state";
import { toListFailure } from "@/components/ui/list-faces";
import { ListFooter } from "@/components/ui/list-footer";
import { formatCount, plural } from "@/lib/format";
import { canManageGroup } from "@/lib/groups/policy";
import type { Group } from "@/lib/groups/types";

type GroupPermissions = { canManage: (group: Group) => boolean };

const layout: TableLayout<Group, GroupPermissions> = {
  label: "Groups",
  rowName: ({ name, description }) => (description ? `${name}, ${description}` : name),
  rowClass:
    "grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:'name_name'_'description_description'_'limit_actions']",
  skeletonRows: 4,
  columns: [
    {
      title: "Name",
      headClass: "@table:w-[26%]",
      className: "[grid-area:name]",
      skeleton: "w-36",
      cell: ({ name }) => (
        <p className="truncate font-medium text-base text-ink" title={name}>
          {name}
        </p>
      ),
    },
    {
      title: "Description",
      className: "mt-1 [grid-area:description] empty:hidden @table:mt-0 @table:empty:table-cell",
      skeleton: "w-64",
      cell: ({ description }) =>
        description && (
          <p className="line-clamp-2 break-words text-base text-muted @table:line-clamp-1" title={description}>
            {description}
          </p>
        ),
    },
    {
      title: "User limit",
      headClass: "@table:w-36 @roomy:w-44",
      className:
        "mt-2 whitespace-nowrap text-muted text-sm tabular-nums [grid-area:limit] @table:mt-0 @table:text-base",
      skeleton: "w-24",
      cell: ({ userLimit }) => `${formatCount(userLimit)} user limit`,
    },
    {
      title: "Actions",
      align: "right",
      headClass: "@table:w-48 @roomy:w-52",
      className: "mt-2 [grid-area:actions] @table:mt-0",
      skeleton: "ml-auto h-8 w-36",
      cell: (group, { canManage }) => <GroupRowActions group={group} canManage={canManage(group)} />,
    },
  ],
};

export function GroupTable() {
  const actor = useActor();
  const query = useQuery(groupsQuery);
  const groups = query.data;
  const permissions = useMemo(() => {
    // For everyone but an overall_admin, who needs no membership, the list holds only their own groups.
    const memberOf = new Set(groups?.map(({ id }) => id));
    return { canManage: ({ id }: Group) => actor !== undefined && canManageGroup(actor, id, memberOf) };
  }, [actor, groups]);
  return (
    <>
      <ViewedGroup groups={groups} {...permissions} />
      <DataTable
        layout={layout}
        rows={groups}
        context={permissions}
        failure={toListFailure("The groups could not be loaded", query)}
        toolbar={groups && actor?.role === "group_admin" && <GroupTableToolbar />}
        empty={<NoGroups seesAll={actor?.role === "overall_admin"} />}
        footer={<ListFooter>{plural(groups?.length ?? 0, "group")}</ListFooter>}
      />
    </>
  );
}

/** The group that the address names, such as that of an entry of Recent Activity. */
function ViewedGroup({ groups, canManage }: GroupPermissions & { groups: readonly Group[] | undefined }) {
  const [viewed, setViewed] = useAddressState(groupAddress);
  const group = groups?.find(({ id }) => id === viewed);
  if (!group) return null;
  return <ViewGroupDialog group={group} canManage={canManage(group)} open onOpenChange={() => setViewed(null)} />;
}

/** Whether there is a toolbar depends on the role, so none is shown. */
export function GroupTableSkeleton() {
  return <DataTableSkeleton layout={layout} />;
}

function NoGroups({ seesAll }: { seesAll: boolean }) {
  return (
    <EmptyState
      icon={FolderOpen}
      title={seesAll ? "No groups created yet" : "You are not a member of any groups"}
      description={
        seesAll
          ? "Members of a group see and share each other's links."
          : "In a group, you see and share its members' links."
      }
    />
  );
}

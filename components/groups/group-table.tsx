"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderOpen, UserCog } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useMemo } from "react";
import { useActor } from "@/components/data/use-actor";
import { useAddressState } from "@/components/data/use-address-state";
import { groupAddress } from "@/components/groups/group-address";
import { ViewGroupDialog } from "@/components/groups/group-dialogs";
import { groupCountsQuery, groupsQuery } from "@/components/groups/group-queries";
import { GroupRowActions } from "@/components/groups/group-row-actions";
import { buttonClass } from "@/components/ui/button/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { DataTable, DataTableSkeleton } from "@/components/ui/table/data-table";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { toListFailure } from "@/components/ui/table/list-states";
import { EmptyValue } from "@/components/ui/text/empty-value";
import { formatCount, plural } from "@/lib/format";
import { canManageGroup } from "@/lib/groups/policy";
import type { Group, GroupCounts } from "@/lib/groups/types";
import { paths } from "@/lib/paths";

type GroupPermissions = { canManage: (group: Group) => boolean };

/** The counts are missing while they load, and if loading failed. */
type GroupContext = GroupPermissions & { counts: ReadonlyMap<string, GroupCounts> };

const layout: TableLayout<Group, GroupContext> = {
  label: "Groups",
  rowName: ({ name, description }) => (description ? `${name}, ${description}` : name),
  rowClass:
    "grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:'name_name'_'description_description'_'members_links'_'actions_actions']",
  skeletonRows: 4,
  columns: [
    {
      title: "Name",
      headClass: "@table:w-[22%]",
      className: "[grid-area:name]",
      skeleton: "w-36",
      cell: ({ id, name }) => (
        <Link
          href={paths.group(id)}
          prefetch={false}
          title={name}
          className="touch-target block truncate rounded-sm font-medium text-base text-ink hover:underline"
        >
          {name}
        </Link>
      ),
    },
    {
      title: "Description",
      className: "mt-1 [grid-area:description] empty:mt-0 @table:mt-0",
      skeleton: "w-64",
      cell: ({ description }) =>
        description && (
          <p className="line-clamp-2 break-words text-base text-muted @table:line-clamp-1" title={description}>
            {description}
          </p>
        ),
    },
    {
      title: "Members",
      headClass: "@table:w-30 @roomy:w-48",
      className:
        "mt-2 whitespace-nowrap text-muted text-sm tabular-nums [grid-area:members] @table:mt-0 @table:text-base",
      skeleton: "w-24",
      cell: ({ id, userLimit }, { counts }) => <Members count={counts.get(id)?.memberCount} userLimit={userLimit} />,
    },
    {
      title: "Links",
      headClass: "@table:w-26 @roomy:w-32",
      className:
        "mt-2 whitespace-nowrap text-muted text-sm tabular-nums [grid-area:links] @table:mt-0 @table:text-base",
      skeleton: "w-16",
      cell: ({ id }, { counts }) => linksText(counts.get(id)),
    },
    {
      title: "Actions",
      align: "right",
      headClass: "@table:w-58 @roomy:w-62 print:hidden",
      className: "mt-2 [grid-area:actions] @table:mt-0 print:hidden",
      skeleton: "ml-auto h-8 w-46",
      cell: (group, { canManage }) => <GroupRowActions group={group} canManage={canManage(group)} />,
    },
  ],
};

function Members({ count, userLimit }: { count: number | undefined; userLimit: number }) {
  return (
    <>
      {count !== undefined && (
        <span className="@table:block @roomy:inline">
          <span className="text-ink">{formatCount(count)}</span> of{" "}
        </span>
      )}
      <span>{`${formatCount(userLimit)} user limit`}</span>
    </>
  );
}

function linksText(counts: GroupCounts | undefined): ReactNode {
  if (!counts) return <EmptyValue label="Unknown" />;
  const { urlCount, hasMoreUrls } = counts;
  return hasMoreUrls ? `${formatCount(urlCount)}+ links` : plural(urlCount, "link");
}

const NO_COUNTS: readonly GroupCounts[] = [];

export function GroupTable() {
  const actor = useActor();
  const query = useQuery(groupsQuery);
  const groups = query.data;
  const { data: counted = NO_COUNTS } = useQuery(groupCountsQuery);
  const permissions = useMemo(() => {
    // For everyone but an overall_admin, who needs no membership, the list holds only their own groups.
    const memberOf = new Set(groups?.map(({ id }) => id));
    return { canManage: ({ id }: Group) => canManageGroup(actor, id, memberOf) };
  }, [actor, groups]);
  const context = useMemo(
    () => ({ ...permissions, counts: new Map(counted.map((counts) => [counts.groupId, counts])) }),
    [permissions, counted],
  );
  return (
    <>
      <ViewedGroup groups={groups} {...permissions} />
      <DataTable
        layout={layout}
        rows={groups}
        context={context}
        failure={toListFailure("The groups could not be loaded", query)}
        toolbar={groups && actor.role === "group_admin" && <GroupTableToolbar />}
        empty={<NoGroups seesAll={actor.role === "overall_admin"} />}
        footer={plural(groups?.length ?? 0, "group")}
      />
    </>
  );
}

/** The group named in the address, for example by an entry of Recent Activity. */
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
          : "In a group, you see and share its members' links. An administrator can add you."
      }
    />
  );
}

/** Shown to group admins, whose sidebar does not list User Management. */
function GroupTableToolbar() {
  return (
    <div className="flex justify-end border-line border-b px-4 py-3 @table:border-b-0 @table:px-5">
      <Link className={buttonClass({ variant: "secondary", className: "w-full @table:w-auto" })} href={paths.users}>
        <UserCog aria-hidden className="size-4" strokeWidth={1.75} />
        User Management
      </Link>
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { groupsQuery } from "@/components/data/query-options";
import { useActor } from "@/components/data/use-actor";
import { GroupRow } from "@/components/groups/group-row";
import { GroupTableHead } from "@/components/groups/group-table-head";
import { GroupTableSkeleton } from "@/components/groups/group-table-skeleton";
import { GroupTableToolbar } from "@/components/groups/group-table-toolbar";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import { Table, TableBody } from "@/components/ui/table";
import { useProgressiveCount } from "@/components/ui/use-progressive-count";
import { plural } from "@/lib/format";
import { canManageGroup } from "@/lib/groups/policy";
import type { Group } from "@/lib/groups/types";

/** The groups that one sees, and a face for each state that has no rows. */
export function GroupTable() {
  const actor = useActor();
  const query = useQuery(groupsQuery);
  const onRetry = () => void query.refetch();
  if (query.isPending) return <GroupTableSkeleton />;
  if (!query.data) {
    return (
      <Card aria-label="Groups">
        <ListFailed title="The groups could not be loaded" onRetry={onRetry} retrying={query.isFetching} />
      </Card>
    );
  }
  const groups = query.data;
  return (
    <Card aria-label="Groups">
      {actor && <GroupTableToolbar actor={actor} />}
      {query.isError && <ListOutdated onRetry={onRetry} retrying={query.isFetching} />}
      {groups.length === 0 && <NoGroups seesAll={actor?.role === "overall_admin"} />}
      {groups.length > 0 && <GroupRows groups={groups} />}
      <div className="flex min-h-11 items-center border-line border-t px-4 py-2 text-muted text-sm tabular-nums @table:px-5">
        <p role="status">{plural(groups.length, "group")}</p>
      </div>
    </Card>
  );
}

function GroupRows({ groups }: { groups: readonly Group[] }) {
  const actor = useActor();
  const { count, ref } = useProgressiveCount(groups.length);
  // Of everybody but overall_admin, who needs no membership, the list holds one's own groups alone.
  const memberOf = new Set(groups.map(({ id }) => id));
  return (
    <>
      <Table>
        <GroupTableHead />
        <TableBody>
          {groups.slice(0, count).map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              canManage={actor !== undefined && canManageGroup(actor, group.id, memberOf)}
            />
          ))}
        </TableBody>
      </Table>
      <div ref={ref} />
    </>
  );
}

function NoGroups({ seesAll }: { seesAll: boolean }) {
  return (
    <EmptyState
      icon={FolderOpen}
      title={seesAll ? "No groups created yet" : "You are not a member of any groups"}
      description={
        seesAll
          ? "The members of a group see and share each other's short URLs."
          : "In a group, you would see and share the short URLs of its members."
      }
    />
  );
}

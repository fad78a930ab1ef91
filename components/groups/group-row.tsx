"use client";

import { Eye, Pencil } from "lucide-react";
import { memo, useState } from "react";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import { TableCell, TableRow } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { Group } from "@/lib/groups/types";

const ViewGroupDialog = onDemand(() =>
  import("@/components/groups/view-group-dialog").then((file) => file.ViewGroupDialog),
);
const EditGroupDialog = onDemand(() =>
  import("@/components/groups/edit-group-dialog").then((file) => file.EditGroupDialog),
);

type GroupRowProps = { group: Group; canManage: boolean };

export const GroupRow = memo(function GroupRow({ group, canManage }: GroupRowProps) {
  return (
    <TableRow className="grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 transition-colors [grid-template-areas:'name_name'_'description_description'_'limit_actions'] first:border-t-0 hover:bg-canvas @table:first:border-t @table:p-0 dark:hover:bg-hover/40">
      <TableCell className="[grid-area:name]">
        <p className="truncate font-medium text-base text-ink" title={group.name}>
          {group.name}
        </p>
      </TableCell>
      <TableCell className="mt-1 [grid-area:description] empty:hidden @table:mt-0 @table:empty:table-cell">
        {group.description && (
          <p className="line-clamp-2 break-words text-base text-muted @table:line-clamp-1" title={group.description}>
            {group.description}
          </p>
        )}
      </TableCell>
      <TableCell className="mt-2 whitespace-nowrap text-muted text-sm tabular-nums [grid-area:limit] @table:mt-0 @table:text-base">
        {formatCount(group.userLimit)} user limit
      </TableCell>
      <TableCell className="mt-2 [grid-area:actions] @table:mt-0">
        <GroupRowActions group={group} canManage={canManage} />
      </TableCell>
    </TableRow>
  );
});

function GroupRowActions({ group, canManage }: GroupRowProps) {
  const [dialog, setDialog] = useState<"view" | "edit" | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="flex justify-end gap-2">
      <Button
        size="sm"
        variant="secondary"
        className="pointer-coarse:h-10"
        aria-label={`View ${group.name}`}
        {...ViewGroupDialog.intent}
        onClick={() => setDialog("view")}
      >
        <Eye aria-hidden className="size-4" strokeWidth={1.75} />
        View
      </Button>
      {canManage && (
        <Button
          size="sm"
          variant="secondary"
          className="pointer-coarse:h-10"
          aria-label={`Edit ${group.name}`}
          {...EditGroupDialog.intent}
          onClick={() => setDialog("edit")}
        >
          <Pencil aria-hidden className="size-4" strokeWidth={1.75} />
          Edit
        </Button>
      )}
      <ViewGroupDialog group={group} canManage={canManage} open={dialog === "view"} onOpenChange={close} />
      {canManage && <EditGroupDialog group={group} open={dialog === "edit"} onOpenChange={close} />}
    </div>
  );
}

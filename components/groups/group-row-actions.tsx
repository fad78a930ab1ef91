import { ChartColumn, Eye, Pencil } from "lucide-react";
import Link from "next/link";
import { GroupDialog, ViewGroupDialog } from "@/components/groups/group-dialogs";
import { buttonClass } from "@/components/ui/button/button-class";
import { DialogButton } from "@/components/ui/dialog/dialog-button";
import type { Group } from "@/lib/groups/types";
import { paths } from "@/lib/paths";

export function GroupRowActions({ group, canManage }: { group: Group; canManage: boolean }) {
  const look = { size: "sm", variant: "secondary", className: "pointer-coarse:h-10" } as const;
  return (
    <div className="flex justify-end gap-2">
      <Link
        href={paths.group(group.id)}
        prefetch={false}
        aria-label={`Analytics for ${group.name}`}
        data-tip="Analytics"
        className={buttonClass({ variant: "secondary", size: "icon" })}
      >
        <ChartColumn aria-hidden className="size-4" strokeWidth={1.75} />
      </Link>
      <DialogButton
        icon={Eye}
        {...look}
        aria-label={`View ${group.name}`}
        intent={ViewGroupDialog.intent}
        rowAction="open"
        dialog={(props) => <ViewGroupDialog group={group} canManage={canManage} {...props} />}
      >
        View
      </DialogButton>
      {canManage && (
        <DialogButton
          icon={Pencil}
          {...look}
          aria-label={`Edit ${group.name}`}
          intent={GroupDialog.intent}
          rowAction="edit"
          dialog={(props) => <GroupDialog group={group} {...props} />}
        >
          Edit
        </DialogButton>
      )}
    </div>
  );
}

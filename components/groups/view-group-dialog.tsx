import { GroupMembers } from "@/components/groups/group-members";
import { Dialog } from "@/components/ui/dialog/dialog";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { formatCount } from "@/lib/format";
import type { Group } from "@/lib/groups/types";

type ViewGroupDialogProps = DialogState & { group: Group; canManage: boolean };

export function ViewGroupDialog({ group, canManage, ...state }: ViewGroupDialogProps) {
  return (
    <Dialog
      {...state}
      title={group.name}
      description={
        <span className="grid grid-cols-1 gap-1">
          {group.description && <span className="whitespace-pre-line">{group.description}</span>}
          <span className="text-sm tabular-nums">{`${formatCount(group.userLimit)} user limit`}</span>
        </span>
      }
      className="sm:max-w-lg"
    >
      <GroupMembers group={group} canManage={canManage} />
    </Dialog>
  );
}

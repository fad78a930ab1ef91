import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { CreateGroupButton } from "@/components/groups/group-dialogs";
import { GroupTableSkeleton } from "@/components/groups/group-table";
import { canManageGroups } from "@/lib/groups/policy";

export const groupsScreen: Screen = {
  title: "Groups",
  subtitle: "Teams that share links",
  action: { can: canManageGroups, button: () => <CreateGroupButton /> },
  skeleton: <GroupTableSkeleton />,
};

export default loading(groupsScreen);

import type { Screen } from "@/app/(dashboard)/declare-page";
import { GroupTableSkeleton } from "@/components/groups/group-table";

export const groupsScreen: Screen = {
  title: "Groups",
  subtitle: "Teams that share links",
  skeleton: <GroupTableSkeleton />,
};

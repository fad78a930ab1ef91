import { GroupsHeader } from "@/app/(dashboard)/groups/header";
import { GroupTableSkeleton } from "@/components/groups/group-table-skeleton";

export default function GroupsLoading() {
  return (
    <>
      <GroupsHeader />
      <GroupTableSkeleton />
    </>
  );
}

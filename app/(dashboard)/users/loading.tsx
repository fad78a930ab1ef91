import { UsersHeader } from "@/app/(dashboard)/users/header";
import { UserTableSkeleton } from "@/components/users/user-table-skeleton";

export default function UsersLoading() {
  return (
    <>
      <UsersHeader />
      <UserTableSkeleton />
    </>
  );
}

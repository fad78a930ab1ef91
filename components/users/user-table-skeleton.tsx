import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import { ListFooterSkeleton, TableSkeleton } from "@/components/ui/table-skeleton";
import { UserTableHead } from "@/components/users/user-table-head";
import { userToolbarClasses } from "@/components/users/user-table-layout";

/** The table before its rows are there, of the same build, so that nothing jumps. */
export function UserTableSkeleton() {
  return (
    <Card aria-label="Users" aria-busy>
      <div className={userToolbarClasses.toolbar}>
        <Skeleton className={`h-9 pointer-coarse:h-10 ${userToolbarClasses.search}`} />
        <Skeleton className={`h-9 pointer-coarse:h-10 ${userToolbarClasses.filter}`} />
        <Skeleton className={`h-9 pointer-coarse:h-10 ${userToolbarClasses.filter}`} />
        <Skeleton className={`h-9 pointer-coarse:h-10 ${userToolbarClasses.group}`} />
      </div>
      <UserRowsSkeleton />
      <ListFooterSkeleton />
    </Card>
  );
}

export function UserRowsSkeleton() {
  return <TableSkeleton head={<UserTableHead />} row={<SkeletonRow />} />;
}

function SkeletonRow() {
  return (
    <TableRow className="grid-cols-[minmax(0,1fr)_auto] gap-3 px-4 py-3 first:border-t-0 @table:p-0 @table:first:border-t">
      <TableCell>
        <Skeleton className="w-36 max-w-full" />
      </TableCell>
      <TableCell className="order-last col-span-full">
        <Skeleton className="w-56 max-w-full" />
      </TableCell>
      <TableCell className="order-last col-span-full">
        <Skeleton className="h-6 w-24 rounded-full" />
      </TableCell>
      <TableCell>
        <Skeleton className="h-6 w-16 rounded-full" />
      </TableCell>
      <TableCell className="hidden">
        <Skeleton className="w-20" />
      </TableCell>
      <TableCell className="hidden">
        <Skeleton className="ml-auto size-8" />
      </TableCell>
    </TableRow>
  );
}

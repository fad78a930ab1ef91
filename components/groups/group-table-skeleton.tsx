import { GroupTableHead } from "@/components/groups/group-table-head";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";

/** The list before its rows are there, of the same build. Whether it has a toolbar depends on the role. */
export function GroupTableSkeleton() {
  return (
    <Card aria-label="Groups" aria-busy>
      <TableSkeleton head={<GroupTableHead />} row={<SkeletonRow />} rows={4} />
    </Card>
  );
}

function SkeletonRow() {
  return (
    <TableRow className="gap-3 px-4 py-3 first:border-t-0 @table:p-0 @table:first:border-t">
      <TableCell>
        <Skeleton className="w-36 max-w-full" />
      </TableCell>
      <TableCell>
        <Skeleton className="w-64 max-w-full" />
      </TableCell>
      <TableCell className="hidden">
        <Skeleton className="w-24" />
      </TableCell>
      <TableCell>
        <Skeleton className="h-8 w-36 @table:ml-auto" />
      </TableCell>
    </TableRow>
  );
}

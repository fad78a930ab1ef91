import { SessionTableHead } from "@/components/sessions/session-table-head";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import { ListFooterSkeleton, TableSkeleton } from "@/components/ui/table-skeleton";

const CELLS = ["w-40", "w-24", "w-32", "w-20", "h-6 w-24 @table:ml-auto"];

/** The list before its rows are there, of the same build. */
export function SessionListSkeleton() {
  return (
    <Card aria-label="Your sessions" aria-busy>
      <TableSkeleton head={<SessionTableHead />} row={<SkeletonRow />} rows={2} />
      <ListFooterSkeleton />
    </Card>
  );
}

function SkeletonRow() {
  return (
    <TableRow className="gap-2 px-4 py-3 first:border-t-0 @table:p-0 @table:first:border-t">
      {CELLS.map((width) => (
        <TableCell key={width}>
          <Skeleton className={`${width} max-w-full`} />
        </TableCell>
      ))}
    </TableRow>
  );
}

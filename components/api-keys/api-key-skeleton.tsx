import { ApiKeyHead } from "@/components/api-keys/api-key-head";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";

const CELLS = ["w-36", "w-16", "w-24", "w-28", "w-24", "h-8 w-24 @table:ml-auto"];

/** The list before its rows are there, of the same build. */
export function ApiKeySkeleton() {
  return <TableSkeleton head={<ApiKeyHead />} row={<SkeletonRow />} rows={3} />;
}

function SkeletonRow() {
  return (
    <TableRow className="gap-3 px-4 py-3 first:border-t-0 @table:p-0 @table:first:border-t">
      {CELLS.map((width) => (
        <TableCell key={width}>
          <Skeleton className={`${width} max-w-full`} />
        </TableCell>
      ))}
    </TableRow>
  );
}

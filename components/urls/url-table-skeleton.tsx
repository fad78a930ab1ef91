import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import { ListFooterSkeleton, TableSkeleton } from "@/components/ui/table-skeleton";
import { UrlTableHead } from "@/components/urls/url-table-head";
import { urlToolbarClasses } from "@/components/urls/url-table-layout";

/** The table before its rows are there, of the same build, so that nothing jumps. */
export function UrlTableSkeleton() {
  return (
    <Card aria-label="Short URLs" aria-busy>
      <div className={urlToolbarClasses.toolbar}>
        <Skeleton className={`h-9 pointer-coarse:h-10 ${urlToolbarClasses.search}`} />
        <Skeleton className={`h-9 pointer-coarse:h-10 ${urlToolbarClasses.filter}`} />
        <Skeleton className={`h-9 pointer-coarse:h-10 ${urlToolbarClasses.filter}`} />
        <Skeleton className={`h-9 pointer-coarse:h-10 ${urlToolbarClasses.sort}`} />
      </div>
      <TableSkeleton head={<UrlTableHead />} row={<SkeletonRow />} />
      <ListFooterSkeleton />
    </Card>
  );
}

function SkeletonRow() {
  return (
    <TableRow className="grid-cols-[minmax(0,1fr)_auto] gap-3 px-4 py-3 first:border-t-0 @table:first:border-t @table:p-0">
      <TableCell className="hidden" />
      <TableCell>
        <Skeleton className="h-8 w-40 max-w-full @table:h-4" />
      </TableCell>
      <TableCell className="order-last col-span-full">
        <Skeleton className="w-64 max-w-full" />
      </TableCell>
      <TableCell className="hidden @roomy:pr-6">
        <Skeleton className="ml-auto w-8" />
      </TableCell>
      <TableCell className="hidden">
        <Skeleton className="w-20" />
      </TableCell>
      <TableCell>
        <Skeleton className="h-6 w-16 rounded-full" />
      </TableCell>
      <TableCell className="order-last col-span-full">
        <Skeleton className="h-8 w-24 @table:ml-auto" />
      </TableCell>
    </TableRow>
  );
}

import { auditToolbarClasses } from "@/components/audit/audit-layout";
import { AuditTableHead } from "@/components/audit/audit-table-head";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import { ListFooterSkeleton, TableSkeleton } from "@/components/ui/table-skeleton";

/** The audit log before its entries are there, of the same build, so that nothing jumps. */
export function AuditSkeleton() {
  return (
    <Card aria-label="Audit log" aria-busy>
      <div className={auditToolbarClasses.toolbar}>
        <Skeleton className={`h-9 pointer-coarse:h-10 ${auditToolbarClasses.filter}`} />
        <Skeleton className={`h-9 pointer-coarse:h-10 ${auditToolbarClasses.filter}`} />
      </div>
      <AuditRowsSkeleton />
      <ListFooterSkeleton />
    </Card>
  );
}

export function AuditRowsSkeleton() {
  return <TableSkeleton head={<AuditTableHead />} row={<SkeletonRow />} />;
}

function SkeletonRow() {
  return (
    <TableRow className="gap-3 px-4 py-3 first:border-t-0 @table:p-0 @table:first:border-t">
      <TableCell>
        <Skeleton className="w-28" />
      </TableCell>
      <TableCell className="hidden">
        <Skeleton className="w-24" />
      </TableCell>
      <TableCell>
        <Skeleton className="w-44 max-w-full" />
      </TableCell>
      <TableCell className="hidden">
        <Skeleton className="w-48 max-w-full" />
      </TableCell>
    </TableRow>
  );
}

import { ApiKeyHead } from "@/components/api-keys/api-key-head";
import { apiKeyToolbarClasses } from "@/components/api-keys/api-key-layout";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";

const CELLS = ["w-36", "w-16", "w-24", "w-28", "w-24", "h-8 w-24 @table:ml-auto"];

/** The groups to pick from and the list, before they are there. */
export function ApiKeyCardSkeleton() {
  return (
    <Card aria-label="API Keys" aria-busy>
      <div className={apiKeyToolbarClasses.toolbar}>
        <Skeleton className={`h-9 pointer-coarse:h-10 ${apiKeyToolbarClasses.group}`} />
        <Skeleton className="h-9 w-full pointer-coarse:h-10 @table:w-36" />
      </div>
      <ApiKeySkeleton />
    </Card>
  );
}

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

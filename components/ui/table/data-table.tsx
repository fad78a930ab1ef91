import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { DataTableHead } from "@/components/ui/table/data-table-head";
import { DataTableRows } from "@/components/ui/table/data-table-rows";
import type { TableLayout, TableSelection, TableSort } from "@/components/ui/table/data-table-types";
import { ListFooter, type MoreRows } from "@/components/ui/table/list-footer";
import { ListFailed, type ListFailure, ListOutdated } from "@/components/ui/table/list-states";
import { listRowClass, Table, TableBody, TableCell, TableRow } from "@/components/ui/table/table";
import { useChosenLayout } from "@/components/ui/table/use-column-choices";
import type { Total } from "@/lib/format";

type DataTableProps<Row, Context, Key extends string> = {
  layout: TableLayout<Row, Context, Key>;
  /** Undefined while loading, or when loading failed. */
  rows: readonly Row[] | undefined;
  /** Data that cells need besides their row. Must keep its identity while nothing in it changes. */
  context: Context;
  failure?: ListFailure;
  /** Shown when `rows` is empty. */
  empty?: ReactNode;
  toolbar?: ReactNode;
  /** Text with the number of rows shown; without it, there is no footer. */
  footer?: string | undefined;
  footerAction?: ReactNode;
  /** For a list that is loaded in parts. */
  more?: MoreRows;
  sort?: TableSort<Key>;
  selection?: TableSelection<Row>;
};

/** A titled card with a list in one of its states: loading, rows, empty or failed. Rows are cards on narrow screens. */
export function DataTable<Row extends { id: string }, Context, Key extends string>({
  layout: fixedLayout,
  rows,
  failure,
  empty,
  toolbar,
  footer,
  footerAction,
  more,
  ...props
}: DataTableProps<Row, Context, Key>) {
  const layout = useChosenLayout(fixedLayout);
  const isLoading = !rows && !failure;
  return (
    <Card aria-label={layout.label} aria-busy={isLoading || undefined}>
      {toolbar}
      {failure && (rows ? <ListOutdated {...failure} /> : <ListFailed {...failure} />)}
      {isLoading && <SkeletonRows layout={layout} isSelectable={props.selection !== undefined} />}
      {rows?.length === 0 && empty}
      {rows && rows.length > 0 && (
        <DataTableRows
          layout={layout}
          rows={rows}
          total={more?.hasMore ? totalOf(more.matching) : undefined}
          {...props}
        />
      )}
      {rows && footer !== undefined && (
        <ListFooter more={more} action={footerAction}>
          {footer}
        </ListFooter>
      )}
      {isLoading && <FooterSkeleton />}
    </Card>
  );
}

/** The number of rows; null if unknown. */
function totalOf(matching: Total | undefined): number | null {
  return matching && !matching.hasMoreThanTotal ? matching.total : null;
}

type DataTableSkeletonProps<Row, Context, Key extends string> = {
  layout: TableLayout<Row, Context, Key>;
  toolbar?: ReactNode;
  isSelectable?: boolean;
};

/** The table while its data loads, in the final layout, so that nothing shifts. */
export function DataTableSkeleton<Row, Context, Key extends string>({
  layout: fixedLayout,
  toolbar,
  isSelectable = false,
}: DataTableSkeletonProps<Row, Context, Key>) {
  const layout = useChosenLayout(fixedLayout);
  return (
    <Card aria-label={layout.label} aria-busy>
      {toolbar}
      <SkeletonRows layout={layout} isSelectable={isSelectable} />
      <FooterSkeleton />
    </Card>
  );
}

type SkeletonRowsProps<Row, Context, Key extends string> = {
  layout: TableLayout<Row, Context, Key>;
  isSelectable: boolean;
};

export function SkeletonRows<Row, Context, Key extends string>({
  layout,
  isSelectable,
}: SkeletonRowsProps<Row, Context, Key>) {
  const { columns, rowClass, cellClass, skeletonRows = 6 } = layout;
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Table>
        <DataTableHead layout={layout} isSelectable={isSelectable} />
        <TableBody>
          {Array.from({ length: skeletonRows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
            <TableRow key={index} className={cn(listRowClass, rowClass)}>
              {isSelectable && <TableCell className="hidden" />}
              {columns.map(({ title, className, skeleton }) => (
                <TableCell key={title} className={cn(cellClass, className)}>
                  <Skeleton className={`max-w-full ${skeleton}`} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}

function FooterSkeleton() {
  return (
    <div className="flex min-h-11 items-center border-line border-t px-4 @table:px-5">
      <Skeleton className="w-28" />
    </div>
  );
}

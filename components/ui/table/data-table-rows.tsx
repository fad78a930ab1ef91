import { memo, type Ref, useCallback, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { useKeptFocus } from "@/components/ui/focus/use-kept-focus";
import { RowCheckbox } from "@/components/ui/table/checkbox";
import { DataTableHead } from "@/components/ui/table/data-table-head";
import type { RowSelection, TableLayout, TableSelection, TableSort } from "@/components/ui/table/data-table-types";
import { ActionRow, type RowRegistry } from "@/components/ui/table/row-actions";
import { listRowClass, Table, TableBody, TableCell, TableRow } from "@/components/ui/table/table";
import { usePrinting } from "@/components/ui/table/use-printing";
import { useReadableColumn } from "@/components/ui/table/use-readable-column";
import { useRowKeys } from "@/components/ui/table/use-row-keys";
import { allRows, useVirtualRows } from "@/components/ui/table/use-virtual-rows";

type RowsProps<Row, Context, Key extends string> = {
  layout: TableLayout<Row, Context, Key>;
  rows: readonly Row[];
  /** The number of rows if not all are loaded; null if unknown. */
  total?: number | null;
  context: Context;
  sort?: TableSort<Key>;
  selection?: TableSelection<Row>;
};

function Rows<Row extends { id: string }, Context, Key extends string>({
  layout,
  rows,
  total = rows.length,
  context,
  sort,
  selection,
}: RowsProps<Row, Context, Key>) {
  const virtual = useVirtualRows({
    count: rows.length,
    isWhole: layout.isWhole,
    keyOf: useCallback((index: number) => rows[index]?.id ?? String(index), [rows]),
  });
  const registry = useRef<RowRegistry>(new Map()).current;
  const keys = useRowKeys({ ...virtual, rows, registry, selection, hasKeys: layout.rowName !== undefined });
  useKeptFocus(rows, virtual);
  const tableRef = useReadableColumn(layout);
  const items = usePrinting() ? allRows(rows.length) : virtual.rows;
  return (
    <>
      {/* Its minimum height is that of the rows on the screen. */}
      <div className={cn("print:min-h-0!", layout.columnsKey && "overflow-x-auto print:overflow-visible")}>
        {/* With the heading; -1 is unknown (WAI-ARIA 1.2). */}
        <Table ref={tableRef} aria-label={layout.label} aria-rowcount={total === null ? -1 : total + 1}>
          <DataTableHead layout={layout} sort={sort} selection={selection} isSelectable={selection !== undefined} />
          <TableBody
            data-rows
            ref={virtual.bodyRef}
            onFocus={virtual.onFocus}
            onBlur={virtual.onBlur}
            onKeyDown={keys.onKeyDown}
          >
            {items.map((item) => {
              if ("gap" in item) return <Gap key={item.key} height={item.gap} />;
              const row = rows[item.index];
              if (!row) return null;
              return (
                <DataTableRow
                  key={row.id}
                  ref={virtual.measure}
                  layout={layout}
                  row={row}
                  index={item.index}
                  context={context}
                  isSelected={selection?.ids.has(row.id) ?? false}
                  selection={selection?.row}
                  registry={registry}
                />
              );
            })}
          </TableBody>
        </Table>
      </div>
      <p role="status" className="sr-only">
        {keys.announcement}
      </p>
    </>
  );
}

/** The heading and the rows. In a long list, only rows near the window are rendered, but all are printed. */
export const DataTableRows = memo(Rows) as typeof Rows;

type RowProps<Row, Context, Key extends string> = {
  layout: TableLayout<Row, Context, Key>;
  row: Row;
  /** Index in the whole list, from 0. */
  index: number;
  context: Context;
  isSelected: boolean;
  selection: RowSelection<Row> | undefined;
  registry: RowRegistry;
  ref?: Ref<HTMLTableRowElement>;
};

function PlainRow<Row extends { id: string }, Context, Key extends string>({
  layout,
  row,
  index,
  context,
  isSelected,
  selection,
  registry,
  ref,
}: RowProps<Row, Context, Key>) {
  return (
    <ActionRow registry={registry} id={row.id}>
      <TableRow
        ref={ref}
        tabIndex={layout.rowName && 0}
        aria-label={layout.rowName?.(row)}
        data-index={index}
        // The heading is row 1 (WAI-ARIA 1.2).
        aria-rowindex={index + 2}
        data-selected={isSelected || undefined}
        className={cn(
          listRowClass,
          "scroll-my-24 transition-colors focus-visible:-outline-offset-2 hover:bg-canvas data-selected:bg-accent-soft/50 dark:hover:bg-hover/40 dark:data-selected:bg-accent-soft/40",
          layout.rowClass,
        )}
      >
        {selection && (
          <TableCell
            data-no-print
            className="-ml-2 [grid-area:select] @table:ml-0 @table:pr-0 @table:pl-3 @table:first:pl-3"
          >
            <RowCheckbox row={row} selection={selection} isSelected={isSelected} />
          </TableCell>
        )}
        {layout.columns.map(({ title, className, cell }) => (
          <TableCell key={title} className={cn(layout.cellClass, className)}>
            {cell(row, context)}
          </TableCell>
        ))}
      </TableRow>
    </ActionRow>
  );
}

const DataTableRow = memo(PlainRow) as typeof PlainRow;

/** Takes the place of rows that are not rendered. Browsers must not keep it in its place on the screen as it moves. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden className="block @table:table-row [overflow-anchor:none]">
      <td className="block p-0 @table:table-cell" style={{ height }} />
    </tr>
  );
}

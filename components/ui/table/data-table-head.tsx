import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Checkbox } from "@/components/ui/table/checkbox";
import type { Column, TableLayout, TableSelection, TableSort } from "@/components/ui/table/data-table-types";
import { ResizeHandle } from "@/components/ui/table/resize-handle";
import { TableHead, TableHeading, TableRow } from "@/components/ui/table/table";

type DataTableHeadProps<Row, Context, Key extends string> = {
  layout: TableLayout<Row, Context, Key>;
  sort?: TableSort<Key>;
  selection?: TableSelection<Row>;
  isSelectable: boolean;
};

export function DataTableHead<Row, Context, Key extends string>({
  layout,
  sort,
  selection,
  isSelectable,
}: DataTableHeadProps<Row, Context, Key>) {
  return (
    <TableHead>
      <TableRow aria-rowindex={1}>
        {isSelectable && (
          <TableHeading data-no-print className="first:pl-3 @table:w-10 @roomy:w-11 @table:pr-0">
            {selection ? (
              <Checkbox
                label="Select all shown"
                checked={selection.all}
                refusal={selection.refusal ?? undefined}
                className="hidden @table:grid"
                onChange={({ target }) => selection.onSelectAll(target.checked)}
              />
            ) : (
              <span className="sr-only">Selection</span>
            )}
          </TableHeading>
        )}
        {layout.columns.map((column) => (
          <Heading key={column.title} column={column} layout={layout} sort={sort} />
        ))}
      </TableRow>
    </TableHead>
  );
}

type HeadingProps<Row, Context, Key extends string> = {
  column: Column<Row, Context, Key>;
  layout: TableLayout<Row, Context, Key>;
  sort: TableSort<Key> | undefined;
};

function Heading<Row, Context, Key extends string>({ column, layout, sort }: HeadingProps<Row, Context, Key>) {
  const { title, isTitleHidden, align, sortKey, width, isFlexible } = column;
  const { columnsKey } = layout;
  const label = isTitleHidden ? <span className="sr-only">{title}</span> : title;
  const direction =
    sort === undefined || sort.key !== sortKey ? undefined : sort.isDescending ? "descending" : "ascending";
  return (
    <TableHeading
      aria-sort={direction}
      data-column={title}
      data-flexible={isFlexible}
      className={cn(
        layout.cellClass,
        align === "right" && "text-right",
        columnsKey && "group/head relative",
        column.headClass,
      )}
      style={width === undefined ? undefined : { width }}
    >
      {sort && sortKey !== undefined ? (
        <SortButton
          label={title}
          direction={direction}
          reversed={align === "right"}
          onClick={() => sort.onSort(sortKey)}
        />
      ) : (
        label
      )}
      {columnsKey && <ResizeHandle columnsKey={columnsKey} title={title} />}
    </TableHeading>
  );
}

type SortButtonProps = {
  label: string;
  /** Undefined if the list is sorted by another column. */
  direction: "ascending" | "descending" | undefined;
  /** Shows the arrow before the label, for right-aligned columns. */
  reversed: boolean;
  onClick: () => void;
};

/** A heading that sorts by its column. Hidden if rows are cards. Chromium prints buttons only on a table's first page. */
function SortButton({ label, direction, reversed, onClick }: SortButtonProps) {
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="@table:hidden">{label}</span>
      <button
        type="button"
        onClick={onClick}
        className={cn(
          "group/sort -mx-1 hidden h-7 items-center gap-1 rounded-sm px-1 transition-colors hover:text-ink @table:inline-flex print:contents",
          reversed && "flex-row-reverse",
          direction && "text-ink",
        )}
      >
        {label}
        <Arrow
          aria-hidden
          className={cn(
            "size-3 shrink-0 print:inline",
            !direction && "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
          )}
        />
      </button>
    </>
  );
}

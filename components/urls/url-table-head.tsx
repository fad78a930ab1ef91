import type { ReactNode } from "react";
import { SortButton } from "@/components/ui/sort-button";
import { TableHead, TableHeading, TableRow } from "@/components/ui/table";
import { SORT_LABELS, type SortColumn, type UrlSort } from "@/components/urls/url-sort";

type UrlTableHeadProps = {
  /** Left out while there is nothing to put in order. */
  sort?: UrlSort;
  onSort?: (column: SortColumn) => void;
  /** The box that chooses all rows. */
  selectAll?: ReactNode;
};

const WIDTHS: Record<SortColumn, string> = {
  shortCode: "@table:w-[18%] @roomy:w-[26%]",
  originalUrl: "",
  clickCount: "text-right @table:w-16 @roomy:w-24 @roomy:pr-6",
  createdAt: "@table:w-25 @roomy:w-30",
};

/** The columns and their widths; the destination takes what is left. */
export function UrlTableHead({ sort, onSort, selectAll }: UrlTableHeadProps) {
  const columns = Object.keys(WIDTHS) as SortColumn[];
  return (
    <TableHead>
      <TableRow aria-rowindex={1}>
        <TableHeading className="first:pl-3 @table:w-11 @table:pr-0">
          {selectAll ?? <span className="sr-only">Selection</span>}
        </TableHeading>
        {columns.map((column) => (
          <TableHeading
            key={column}
            className={WIDTHS[column]}
            aria-sort={sort?.column === column ? (sort.descending ? "descending" : "ascending") : undefined}
          >
            {sort && onSort ? (
              <SortButton
                label={SORT_LABELS[column]}
                direction={sort.column === column ? (sort.descending ? "descending" : "ascending") : undefined}
                reversed={column === "clickCount"}
                onClick={() => onSort(column)}
              />
            ) : (
              SORT_LABELS[column]
            )}
          </TableHeading>
        ))}
        <TableHeading className="@table:w-23 @roomy:w-26">Status</TableHeading>
        <TableHeading className="text-right @table:w-39 @roomy:w-44">Actions</TableHeading>
      </TableRow>
    </TableHead>
  );
}

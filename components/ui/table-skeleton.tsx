import { Fragment, type ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody } from "@/components/ui/table";

/** A table before its rows are there, of the same build, so that nothing jumps. */
export function TableSkeleton({ head, row, rows = 6 }: { head: ReactNode; row: ReactNode; rows?: number }) {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Table>
        {head}
        <TableBody>
          {Array.from({ length: rows }, (_, place) => `row ${place}`).map((key) => (
            <Fragment key={key}>{row}</Fragment>
          ))}
        </TableBody>
      </Table>
    </>
  );
}

/** Of a list's last line, which says how many there are. */
export function ListFooterSkeleton() {
  return (
    <div className="flex min-h-11 items-center border-line border-t px-5">
      <Skeleton className="w-28" />
    </div>
  );
}

import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/*
 * A table if the card around it is wide enough; otherwise every row is a card, laid out by the grid areas of its cells.
 * The roles are explicit because Safari drops the roles of a table whose display is changed.
 */

export function Table(props: ComponentProps<"table">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <table role="table" className="block w-full table-fixed text-left @table:table" {...props} />;
}

export function TableHead(props: ComponentProps<"thead">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <thead role="rowgroup" className="sr-only @table:not-sr-only @table:table-header-group" {...props} />;
}

export function TableBody(props: ComponentProps<"tbody">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <tbody role="rowgroup" className="block @table:table-row-group" {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <tr role="row" className={cn("grid border-line border-t @table:table-row", className)} {...props} />;
}

/** The padding of a row if rows are cards. */
export const listRowClass = "items-center gap-x-3 px-4 py-3 first:border-t-0 @table:p-0 @table:first:border-t";

export function TableHeading({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: see above
      role="columnheader"
      scope="col"
      className={cn(
        "h-9 bg-canvas px-2 font-medium @roomy:px-3 text-muted text-xs first:pl-5 last:pr-5 dark:bg-surface",
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: see above
      role="cell"
      className={cn(
        "block min-w-0 align-middle @table:table-cell @table:h-12 pointer-coarse:@table:h-14 @table:py-1.5 @table:px-2 @roomy:px-3 @table:first:pl-5 @table:last:pr-5",
        className,
      )}
      {...props}
    />
  );
}

/** Replaces the column heading if rows are cards. */
export function NarrowLabel({ children }: { children: string }) {
  return <span className="@table:hidden">{children}: </span>;
}

import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/*
 * A table from `md` up; below that every row is a card, laid out by the grid areas its cells name.
 * The roles are spelt out because Safari drops those of a table whose display is changed.
 */

export function Table({ className, ...props }: ComponentProps<"table">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <table role="table" className={cn("block w-full table-fixed text-left md:table", className)} {...props} />;
}

export function TableHead({ className, ...props }: ComponentProps<"thead">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <thead role="rowgroup" className={cn("sr-only md:not-sr-only md:table-header-group", className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <tbody role="rowgroup" className={cn("block md:table-row-group", className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <tr role="row" className={cn("grid border-line border-t md:table-row", className)} {...props} />;
}

export function TableHeading({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: see above
      role="columnheader"
      scope="col"
      className={cn(
        "h-9 bg-canvas px-3 font-medium text-muted text-xs first:pl-5 last:pr-5 dark:bg-surface",
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
      className={cn("block min-w-0 align-middle md:table-cell md:h-14 md:px-3 md:first:pl-5 md:last:pr-5", className)}
      {...props}
    />
  );
}

import type { ReactNode } from "react";
import { LeavingButton } from "@/components/ui/button/leaving-button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

const toolbarClass =
  "grid grid-cols-2 gap-2 border-line border-b px-4 py-3 @table:flex @table:flex-wrap @table:items-center @table:border-b-0 @table:px-5";

type ListToolbarProps = {
  /** The filters. */
  children: ReactNode;
  isFiltered: boolean;
  onClear: () => void;
  actions?: ReactNode;
};

/** Filters above a list, a button that clears them, and actions. */
export function ListToolbar({ children, isFiltered, onClear, actions }: ListToolbarProps) {
  return (
    <div data-no-print className={toolbarClass}>
      {children}
      {isFiltered && (
        <LeavingButton
          variant="ghost"
          className="col-span-2"
          onClick={onClear}
          findNext={(home) => home.querySelector<HTMLElement>("input[type=search]")}
        >
          Clear Filters
        </LeavingButton>
      )}
      {actions}
    </div>
  );
}

/** @param fields a class for each field: its width */
export function ToolbarSkeleton({
  className = toolbarClass,
  fields,
}: {
  className?: string;
  fields: readonly string[];
}) {
  return (
    <div className={className}>
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Skeleton key={index} className={cn("h-9 pointer-coarse:h-10", field)} />
      ))}
    </div>
  );
}

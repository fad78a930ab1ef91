"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "@/components/ui/cn";

type SortButtonProps = {
  label: string;
  /** Undefined if the list is sorted by another column. */
  direction: "ascending" | "descending" | undefined;
  /** Shows the arrow before the label, for right-aligned columns. */
  reversed?: boolean;
  onClick: () => void;
};

/** A heading that sorts by its column. Hidden where rows are cards. */
export function SortButton({ label, direction, reversed, onClick }: SortButtonProps) {
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="@table:hidden">{label}</span>
      <button
        type="button"
        onClick={onClick}
        className={cn(
          "group/sort -mx-1 hidden h-7 items-center gap-1 rounded-sm px-1 transition-colors hover:text-ink @table:inline-flex",
          reversed && "flex-row-reverse",
          direction && "text-ink",
        )}
      >
        {label}
        <Arrow
          aria-hidden
          className={cn(
            "size-3 shrink-0",
            !direction && "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
          )}
        />
      </button>
    </>
  );
}

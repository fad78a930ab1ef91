"use client";

import { cn } from "@/components/ui/cn";
import { Select, type SelectOption } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useHydrated } from "@/components/ui/use-hydrated";

type FilterSelectProps = {
  /** Accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  className?: string;
};

/** A choice of what a list shows. */
export function FilterSelect({ label, value, onChange, options, className }: FilterSelectProps) {
  // The select carries style attributes, which the Content-Security-Policy refuses in the server's HTML.
  if (!useHydrated()) return <Skeleton className={cn("h-9 pointer-coarse:h-10", className)} />;
  return (
    <div className={cn("min-w-0", className)}>
      <Select
        aria-label={label}
        value={value}
        onValueChange={onChange}
        options={options}
        className="border-line bg-canvas"
      />
    </div>
  );
}

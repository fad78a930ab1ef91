"use client";

import { cn } from "@/components/ui/cn";
import { lazyTrigger } from "@/components/ui/on-demand";
import type { SelectProps } from "@/components/ui/select";
import { SelectButton, type SelectOption } from "@/components/ui/select-button";
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

export function FilterSelect({ label, value, onChange, options, className }: FilterSelectProps) {
  // Before hydration, a select would swallow the first click.
  if (!useHydrated()) return <Skeleton className={cn("h-9 pointer-coarse:h-10", className)} />;
  return (
    <div className={cn("min-w-0", className)}>
      <SelectOnDemand
        aria-label={label}
        value={value}
        onValueChange={onChange}
        options={options}
        className="border-line bg-canvas"
      />
    </div>
  );
}

const SelectOnDemand = lazyTrigger<SelectProps>(
  ({ value, options, onValueChange, required, ...button }) => (
    <SelectButton {...button}>
      <span>{options.find((option) => option.value === value)?.label}</span>
    </SelectButton>
  ),
  () => import("@/components/ui/select").then((file) => file.Select),
);

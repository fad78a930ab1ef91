import type { ReactNode } from "react";
import { lazyTrigger } from "@/components/ui/button/on-demand";
import { cn } from "@/components/ui/cn";
import type { SelectProps } from "@/components/ui/form/select";
import { SelectButton, type SelectOption } from "@/components/ui/form/select-button";
import { Skeleton } from "@/components/ui/skeleton";
import { useHydrated } from "@/components/ui/use-hydrated";

type FilterSelectProps<Value extends string> = {
  /** Accessible name. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  className?: string;
};

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, onChange, options, className } = props;
  return (
    <FilterFrame className={className}>
      <SelectOnDemand
        aria-label={label}
        value={value}
        onValueChange={(chosen) => {
          const option = options.find((candidate) => candidate.value === chosen);
          if (option) onChange(option.value);
        }}
        options={options}
        className="border-line bg-canvas"
      />
    </FilterFrame>
  );
}

/** Wraps a select among the filters of a list. */
export function FilterFrame({ className, children }: { className: string | undefined; children: ReactNode }) {
  // Before hydration, a select would swallow the first click.
  if (!useHydrated()) return <Skeleton className={cn("h-9 pointer-coarse:h-10", className)} />;
  return <div className={cn("min-w-0", className)}>{children}</div>;
}

const SelectOnDemand = lazyTrigger<SelectProps>(
  ({ value, options, onValueChange, required, ...button }) => (
    <SelectButton {...button}>
      <span>{options.find((option) => option.value === value)?.label}</span>
    </SelectButton>
  ),
  () => import("@/components/ui/form/select").then((file) => file.Select),
);

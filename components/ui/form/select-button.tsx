import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { controlClasses } from "@/components/ui/form/input";

export type SelectOption<Value extends string = string> = { value: Value; label: string };

/** The button of a closed select. */
export function SelectButton({ className, children, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      // Otherwise Safari doesn't focus a clicked button.
      tabIndex={0}
      role="combobox"
      aria-expanded={false}
      aria-autocomplete="none"
      className={cn(
        controlClasses,
        "flex items-center justify-between gap-2 text-left [&>span:first-child]:min-w-0 [&>span:first-child]:truncate aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
        className,
      )}
      {...props}
    >
      {children}
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  );
}

type SearchSelectTriggerProps = Pick<
  ComponentProps<"button">,
  "className" | "onPointerEnter" | "onFocus" | "onClick" | "onKeyDown"
> & { label?: string; shown: string | undefined };

/** The button of a select with a search field, whose code is loaded on demand. */
export function SearchSelectTrigger(props: SearchSelectTriggerProps) {
  const { label, shown, className, onPointerEnter, onFocus, onClick, onKeyDown } = props;
  return (
    <SelectButton aria-label={label} {...{ className, onPointerEnter, onFocus, onClick, onKeyDown }}>
      <span>{shown}</span>
    </SelectButton>
  );
}

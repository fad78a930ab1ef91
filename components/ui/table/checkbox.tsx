import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import type { RowSelection } from "@/components/ui/table/data-table-types";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "checked" | "ref"> & {
  /** Accessible name. */
  label: string;
  /** "mixed" if only some of the items it stands for are checked. */
  checked: boolean | "mixed";
  /** Why it can't be changed: shown as a tooltip, so it stays focusable. */
  refusal?: string;
};

/** A checkbox without a visible label. Its whole square is clickable. With Shift, Firefox would also select text. */
export function Checkbox({ label, checked, refusal, className, onChange, ...props }: CheckboxProps) {
  const Mark = checked === "mixed" ? Minus : Check;
  return (
    <span
      className={cn("relative grid size-8 pointer-coarse:size-10 shrink-0 select-none place-items-center", className)}
    >
      <input
        type="checkbox"
        aria-label={refusal ? `${label}. ${refusal}` : label}
        aria-disabled={refusal ? true : undefined}
        data-tip={refusal}
        onChange={(event) => !refusal && onChange?.(event)}
        checked={checked === true}
        ref={(input) => {
          if (input) input.indeterminate = checked === "mixed";
        }}
        className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md outline-offset-0 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed"
        {...props}
      />
      <span
        aria-hidden
        className={cn(
          "pointer-events-none grid size-4 place-items-center rounded-[4px] border transition-colors peer-disabled:opacity-55 peer-aria-disabled:opacity-55",
          checked ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-surface dark:bg-canvas",
        )}
      >
        {checked && <Mark className="size-3" strokeWidth={3} />}
      </span>
    </span>
  );
}

type RowCheckboxProps<Row> = { row: Row; selection: RowSelection<Row>; isSelected: boolean; className?: string };

/** Selects a row; with Shift, all rows from the one selected before. */
export function RowCheckbox<Row extends { id: string }>(props: RowCheckboxProps<Row>) {
  const { row, selection, isSelected, className } = props;
  return (
    <Checkbox
      label={selection.label(row)}
      checked={isSelected}
      refusal={selection.refusal(row) ?? undefined}
      onChange={({ target, nativeEvent }) =>
        selection.onSelect(row.id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      className={className}
    />
  );
}

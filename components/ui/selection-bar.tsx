import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";

type SelectionBarProps = {
  label: string;
  disabled?: boolean;
  onClear: () => void;
  /** Describes the selection. */
  scope: ReactNode;
  /** Actions on the selection. */
  children: ReactNode;
};

/** Actions on the selected rows of a list, fixed to the bottom of the window. */
export function SelectionBar({ label, disabled, onClear, scope, children }: SelectionBarProps) {
  return (
    <section
      aria-label={label}
      data-bulk-bar
      className="pointer-events-none fixed inset-x-0 bottom-0 z-10 flex animate-fade-in justify-center p-3 lg:left-60 print:hidden"
    >
      <fieldset
        disabled={disabled}
        className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-raised p-1.5 shadow-raised"
      >
        {scope}
        <div className="order-last flex basis-full flex-wrap justify-around gap-1 max-lg:*:px-1.5 sm:order-none sm:basis-auto">
          {children}
        </div>
        <IconButton label="Clear selection" onClick={onClear}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </fieldset>
    </section>
  );
}

import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps, SyntheticEvent } from "react";
import { buttonClass, type Look } from "@/components/ui/button/button-class";

export type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Shows a spinner and ignores clicks. The button keeps the focus, which browsers take from disabled ones. */
    loading?: boolean;
    /** Shown before the text. */
    icon?: LucideIcon;
  };

export function Button({ className, variant, size, loading, icon: Icon, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      // Otherwise Safari doesn't focus a clicked button, and dialogs can't return the focus to it.
      tabIndex={0}
      className={buttonClass({ variant, size, className })}
      {...props}
      {...(loading && { "aria-busy": true, "aria-disabled": true, onClick: ignore })}
    >
      {loading && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {Icon && <Icon aria-hidden className="size-4" strokeWidth={1.75} />}
      {/* The browser's translation replaces texts, before which React could then not insert the spinner. */}
      <span className="contents">{children}</span>
    </button>
  );
}

/** Ignores clicks, including that of Enter in a field on the form's submit button (HTML, implicit submission). */
export function ignore(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

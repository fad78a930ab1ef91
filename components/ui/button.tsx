import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { buttonClass, type Look } from "@/components/ui/button-class";

export type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Shows a spinner and disables the button. */
    loading?: boolean;
    /** Shown before the text. */
    icon?: LucideIcon;
  };

export function Button({ className, variant, size, loading, icon: Icon, disabled, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      // Otherwise Safari doesn't focus a clicked button, and dialogs can't return the focus to it.
      tabIndex={0}
      className={buttonClass({ variant, size, className })}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...props}
    >
      {loading && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {Icon && <Icon aria-hidden className="size-4" strokeWidth={1.75} />}
      {/* The browser's translation replaces texts, before which React could then not insert the spinner. */}
      <span className="contents">{children}</span>
    </button>
  );
}

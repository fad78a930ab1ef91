import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const button = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium text-base transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent shadow-control not-disabled:hover:bg-accent-hover",
        secondary:
          "border border-line bg-surface text-ink shadow-control not-disabled:hover:bg-hover not-disabled:active:bg-pressed dark:bg-raised",
        ghost: "text-muted not-disabled:hover:bg-hover not-disabled:hover:text-ink not-disabled:active:bg-pressed",
        danger: "bg-danger text-on-danger shadow-control not-disabled:hover:bg-danger-hover",
      },
      size: {
        sm: "h-8 px-3 text-sm",
        md: "h-9 px-3.5 pointer-coarse:h-10",
        lg: "h-10 px-4 pointer-coarse:h-11",
        icon: "size-8 pointer-coarse:size-10",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof button> & {
    /** Renders the only child, such as a link, with the look of a button. */
    asChild?: boolean;
    /** Shows a spinner and disables the button. */
    loading?: boolean;
  };

export function Button({ className, variant, size, asChild, loading, disabled, children, ...props }: ButtonProps) {
  const classes = cn(button({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...props}
    >
      {loading && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}

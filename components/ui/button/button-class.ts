import { cn } from "@/components/ui/cn";

const BASE =
  "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium text-base transition-colors not-aria-busy:off:cursor-not-allowed off:opacity-55 aria-busy:cursor-progress [&_svg]:shrink-0";

const VARIANTS = {
  primary: "bg-accent text-on-accent shadow-control not-off:hover:bg-accent-hover",
  secondary:
    "border border-line bg-surface text-ink shadow-control not-off:hover:bg-hover not-off:active:bg-pressed dark:bg-raised",
  ghost: "text-muted not-off:hover:bg-hover not-off:hover:text-ink not-off:active:bg-pressed",
  danger: "bg-danger text-on-danger shadow-control not-off:hover:bg-danger-hover",
} as const;

const SIZES = {
  sm: "h-8 px-3 text-sm",
  md: "h-9 px-3.5 pointer-coarse:h-10",
  lg: "h-10 px-4 pointer-coarse:h-11",
  icon: "size-8 pointer-coarse:size-10",
} as const;

export type Look = {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  className?: string;
};

/** The look of a button, for links, and for buttons that need neither icon nor spinner. */
export function buttonClass({ variant = "primary", size = "md", className }: Look): string {
  return cn(BASE, VARIANTS[variant], SIZES[size], className);
}

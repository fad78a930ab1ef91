import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const BASE =
  "inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-xs capitalize before:size-1.5 before:rounded-full before:bg-current before:content-['']";

const VARIANTS = {
  default: "bg-accent-soft text-accent-text",
  secondary: "bg-pressed text-muted dark:text-ink",
  destructive: "bg-danger-soft text-danger-text",
  /** For categories rather than states. */
  outline: "border border-line text-muted before:hidden",
} as const;

export type BadgeVariant = keyof typeof VARIANTS;

type BadgeProps = ComponentProps<"span"> & { variant?: BadgeVariant };

export function Badge({ className, variant = "default", ...props }: BadgeProps) {
  return <span className={cn(BASE, VARIANTS[variant], className)} {...props} />;
}

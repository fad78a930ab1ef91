import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const badge = cva(
  "inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-xs capitalize before:size-1.5 before:rounded-full before:bg-current before:content-['']",
  {
    variants: {
      variant: {
        default: "bg-accent-soft text-accent-text",
        secondary: "bg-pressed text-muted dark:text-ink",
        destructive: "bg-danger-soft text-danger-text",
        /** For kinds rather than states. */
        outline: "border border-line text-muted before:hidden",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

export type BadgeVariant = NonNullable<VariantProps<typeof badge>["variant"]>;

export function Badge({ className, variant, ...props }: ComponentProps<"span"> & VariantProps<typeof badge>) {
  return <span className={cn(badge({ variant }), className)} {...props} />;
}

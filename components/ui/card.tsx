import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A bordered area; what is in it may lay itself out by its width (`@table:`, `@roomy:`). */
export function Card({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      className={cn("@container overflow-hidden rounded-xl border border-line bg-surface", className)}
      {...props}
    />
  );
}

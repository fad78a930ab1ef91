import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A bordered area; a container for the `@table:` and `@roomy:` variants. */
export function Card({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      className={cn("@container overflow-hidden rounded-xl border border-line bg-surface", className)}
      {...props}
    />
  );
}

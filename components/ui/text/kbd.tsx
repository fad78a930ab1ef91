import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-grid h-5 min-w-5 place-items-center rounded border border-line bg-surface px-1 font-sans text-2xs text-muted dark:bg-raised",
        className,
      )}
      {...props}
    />
  );
}

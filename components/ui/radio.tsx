import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** One option of a segmented control. The whole box is clickable. */
export function Radio({ className, title, children, ...input }: Omit<ComponentProps<"input">, "type">) {
  return (
    <label
      title={title}
      className={cn(
        "relative grid place-items-center rounded-md text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-control dark:has-checked:bg-pressed",
        className,
      )}
    >
      <input type="radio" className="absolute inset-0 m-0 size-full appearance-none rounded-md" {...input} />
      {children}
    </label>
  );
}

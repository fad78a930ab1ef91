import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** 16 px on phones, even when they are turned, so that iOS does not zoom into the field. */
export const controlClasses =
  "h-9 pointer-coarse:h-10 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-[1rem] text-ink pointer-fine:sm:text-base dark:bg-canvas placeholder:text-muted transition-[border-color,outline-color] focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger [&[readonly]]:bg-hover [&[readonly]]:text-muted disabled:cursor-not-allowed disabled:opacity-60";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={cn(controlClasses, className)} {...props} />;
}

type PrefixedInputProps = ComponentProps<"input"> & {
  /** Fixed text before the input. */
  prefix: string;
};

export function PrefixedInput({ prefix, className, ...props }: PrefixedInputProps) {
  return (
    <div className="flex w-full items-stretch rounded-md">
      <span
        className="flex max-w-[55%] items-center rounded-l-md border border-line-strong border-r-0 bg-hover px-3 font-mono text-muted text-sm"
        title={prefix}
      >
        <span className="truncate">{prefix}</span>
      </span>
      <input className={cn(controlClasses, "rounded-l-none font-mono pointer-fine:sm:text-sm", className)} {...props} />
    </div>
  );
}

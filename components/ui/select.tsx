"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { cn } from "@/components/ui/cn";
import type { FieldControl } from "@/components/ui/field";
import { controlClasses } from "@/components/ui/input";
import { useNonce } from "@/components/ui/nonce";

export type SelectOption = { value: string; label: string };

type SelectProps = Partial<FieldControl> & {
  /** Where there is no visible label. */
  "aria-label"?: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  onBlur?: () => void;
  className?: string;
};

export function Select({ value, onValueChange, options, required, className, ...control }: SelectProps) {
  const nonce = useNonce();
  return (
    <Radix.Root value={value} onValueChange={onValueChange} required={required}>
      <Radix.Trigger
        {...control}
        className={cn(
          controlClasses,
          "flex items-center justify-between gap-2 text-left [&>span:first-child]:min-w-0 [&>span:first-child]:truncate",
          className,
        )}
      >
        <Radix.Value />
        <Radix.Icon asChild>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) w-(--radix-select-trigger-width) animate-fade-in overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-raised"
        >
          <Radix.Viewport nonce={nonce} className="p-1">
            {options.map((option) => (
              <SelectItem key={option.value} {...option} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function SelectItem({ value, label }: SelectOption) {
  return (
    <Radix.Item
      value={value}
      className="flex min-h-8 pointer-coarse:min-h-10 items-center justify-between gap-2 rounded-md px-2 py-1 text-base outline-none data-highlighted:bg-hover"
    >
      <Radix.ItemText>{label}</Radix.ItemText>
      <Radix.ItemIndicator>
        <Check className="size-4 text-accent-text" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}

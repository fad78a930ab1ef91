import { Check } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { FieldControl } from "@/components/ui/field";
import { useNonce } from "@/components/ui/nonce";
import { SelectButton, type SelectOption } from "@/components/ui/select-button";

export type SelectProps<Value extends string = string> = Partial<FieldControl> & {
  /** Accessible name if there is no visible label. */
  "aria-label"?: string;
  value: Value | "";
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Shown while the value is empty. */
  placeholder?: string;
  disabled?: boolean;
  className?: string;
};

export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  required,
  placeholder,
  disabled,
  className,
  ...control
}: SelectProps<Value>) {
  const nonce = useNonce();
  const onChosen = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <Radix.Root value={value} onValueChange={onChosen} required={required} disabled={disabled}>
      <Radix.Trigger asChild {...control}>
        <SelectButton className={className}>
          {/* Radix.Value would move the option's text here, which fails in pages that the browser translates. */}
          <span>{options.find((option) => option.value === value)?.label ?? placeholder}</span>
        </SelectButton>
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
      <span className="min-w-0 break-words">
        <Radix.ItemText>{label}</Radix.ItemText>
      </span>
      <Radix.ItemIndicator>
        <Check className="size-4 text-accent-text" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}

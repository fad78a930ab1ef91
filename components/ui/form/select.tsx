import { Check } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { useState } from "react";
import { useBareClick } from "@/components/ui/button/use-bare-click";
import type { FieldControl } from "@/components/ui/form/field";
import { LongSelect, MAX_OPTIONS } from "@/components/ui/form/long-select";
import { SelectButton, type SelectOption } from "@/components/ui/form/select-button";
import { useNonce } from "@/components/ui/nonce";

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

/**
 * Of more than MAX_OPTIONS, those that match a search are listed. Without options it can't be opened, but keeps the focus,
 * as after the choice of the last one.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  if (props.options.length <= MAX_OPTIONS) return <PlainSelect {...props} />;
  const {
    "aria-label": label,
    value,
    onValueChange,
    options,
    required,
    placeholder,
    disabled,
    className,
    ...control
  } = props;
  return (
    <LongSelect
      {...{ label, control, value, options, placeholder, disabled, className }}
      onChange={(chosen) => chooseFrom(options, chosen, onValueChange)}
    />
  );
}

function PlainSelect<Value extends string>({
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
  const bareClick = useBareClick();
  const [open, setOpen] = useState(false);
  const isEmpty = options.length === 0;
  return (
    <Radix.Root
      open={open}
      onOpenChange={(isOpen) => setOpen(isOpen && !isEmpty)}
      value={value}
      onValueChange={(chosen) => chooseFrom(options, chosen, onValueChange)}
      required={required}
      disabled={disabled}
    >
      <Radix.Trigger asChild {...control} {...bareClick} aria-disabled={isEmpty || undefined}>
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

function chooseFrom<Value extends string>(
  options: readonly SelectOption<Value>[],
  chosen: string,
  onChosen: (value: Value) => void,
) {
  const option = options.find(({ value }) => value === chosen);
  if (option) onChosen(option.value);
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

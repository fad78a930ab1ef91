"use client";

import { RadioGroup } from "radix-ui";

type SegmentedControlProps<Value extends string> = {
  /** Accessible name. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
};

/** A choice of few, all to be seen. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, onChange, options } = props;
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(chosen) => {
        const option = options.find((one) => one.value === chosen);
        if (option) onChange(option.value);
      }}
      className="grid w-full grid-cols-2 gap-0.5 rounded-lg border border-line bg-canvas p-0.5 sm:inline-flex sm:w-auto dark:bg-surface"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="h-8 pointer-coarse:h-10 whitespace-nowrap rounded-md px-3 font-medium text-muted text-sm transition-colors hover:text-ink data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:shadow-control dark:data-[state=checked]:bg-pressed"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

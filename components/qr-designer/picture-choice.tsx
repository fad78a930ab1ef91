"use client";

import { type ReactNode, useId } from "react";
import { Radio } from "@/components/ui/radio";

type PictureChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; picture: ReactNode }[];
};

/** Options that people would rather look at than read. */
export function PictureChoice<Value extends string>({ label, value, onChange, options }: PictureChoiceProps<Value>) {
  const name = useId();
  return (
    <div className="grid gap-1.5">
      <span id={name} className="font-medium text-ink text-sm">
        {label}
      </span>
      <div
        role="radiogroup"
        aria-labelledby={name}
        className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2"
      >
        {options.map((option) => (
          <Radio
            key={option.value}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="gap-1.5 border border-line px-1 py-2 text-xs has-checked:border-accent has-checked:shadow-none"
          >
            {option.picture}
            {option.label}
          </Radio>
        ))}
      </div>
    </div>
  );
}

"use client";

import { Switch } from "radix-ui";
import { type ComponentProps, useId } from "react";

type SwitchFieldProps = {
  label: string;
  hint?: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** A switch with its label on the left. */
export function SwitchField({ label, hint, checked, onCheckedChange }: SwitchFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="flex items-center justify-between gap-4 rounded-md border border-line px-3 py-2.5">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-ink text-sm">
          {label}
        </label>
        {hint && (
          <p id={hintId} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
      <Toggle
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        aria-describedby={hint ? hintId : undefined}
      />
    </div>
  );
}

/** A switch without a frame, for the heading of a section. */
export function InlineSwitch({ label, ...toggle }: Omit<SwitchFieldProps, "hint">) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <Toggle id={id} {...toggle} />
    </div>
  );
}

function Toggle(props: ComponentProps<typeof Switch.Root>) {
  return (
    <Switch.Root
      {...props}
      className="h-5 w-9 shrink-0 rounded-full bg-line-strong p-0.5 transition-colors disabled:opacity-55 data-[state=checked]:bg-accent"
    >
      <Switch.Thumb className="block size-4 rounded-full bg-surface shadow-control transition-transform data-[state=checked]:translate-x-4" />
    </Switch.Root>
  );
}

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
    <label
      htmlFor={id}
      className="flex cursor-pointer items-center justify-between gap-4 rounded-md border border-line px-3 py-2.5 text-sm"
    >
      <span className="min-w-0">
        <span className="block font-medium text-ink">{label}</span>
        {hint && (
          <span id={hintId} className="block text-muted">
            {hint}
          </span>
        )}
      </span>
      <Toggle
        id={id}
        aria-label={label}
        checked={checked}
        onCheckedChange={onCheckedChange}
        aria-describedby={hint ? hintId : undefined}
      />
    </label>
  );
}

/** A switch without a frame, for the heading of a section. */
export function InlineSwitch({ label, ...toggle }: Omit<SwitchFieldProps, "hint">) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-muted text-sm">
      {label}
      <Toggle id={id} aria-label={label} {...toggle} />
    </label>
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

import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { NumberInput } from "@/components/ui/form/number-input";
import { pickerColour } from "@/components/urls/qr/qr-look";

type BoundProps = {
  label: string;
  value: string;
  placeholder?: string | undefined;
  error?: string | undefined;
  onValue: (value: string) => void;
};

export function NumberField({ label, value, error, onValue, ...input }: BoundProps & { min: number; max: number }) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <NumberInput {...control} {...input} value={value} onChange={(event) => onValue(event.target.value)} />
      )}
    </Field>
  );
}

/**
 * A colour that can be picked or typed.
 *
 * @param shown what the picker shows while none is typed; black by default
 */
export function ColourField({
  label,
  value,
  placeholder,
  error,
  onValue,
  shown = "",
}: BoundProps & { shown?: string | undefined }) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`Pick the ${label.toLowerCase()}`}
            value={pickerColour(value || shown)}
            onChange={(event) => onValue(event.target.value)}
            className="h-9 pointer-coarse:h-10 w-11 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
          />
          <Input
            {...control}
            value={value}
            placeholder={placeholder}
            maxLength={7}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onValue(event.target.value)}
            className="font-mono pointer-fine:sm:text-sm"
          />
        </div>
      )}
    </Field>
  );
}

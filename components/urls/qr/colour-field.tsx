import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { pickerColour } from "@/components/urls/qr/qr-look";

type ColourFieldProps = {
  label: string;
  value: string;
  placeholder?: string | undefined;
  error?: string | undefined;
  onValue: (value: string) => void;
  /** What the picker shows while none is typed; black by default. */
  shown?: string | undefined;
};

/** A colour that can be picked or typed. */
export function ColourField({ label, value, placeholder, error, onValue, shown = "" }: ColourFieldProps) {
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
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => onValue(event.target.value)}
            className="font-mono pointer-fine:sm:text-sm"
          />
        </div>
      )}
    </Field>
  );
}

import { Field } from "@/components/ui/form/field";

type RangeFieldProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  /** Shown after the number: "22%". */
  unit: string;
  hint?: string;
  onValue: (value: number) => void;
};

/** A slider with its number beside the label. */
export function RangeField({ label, value, unit, hint, onValue, ...range }: RangeFieldProps) {
  const text = `${value}${unit}`;
  return (
    <Field label={label} hint={hint} aside={<span className="tabular-nums">{text}</span>}>
      {(control) => (
        <input
          {...control}
          {...range}
          type="range"
          value={value}
          aria-valuetext={text}
          onChange={(event) => onValue(Number(event.target.value))}
          className="h-6 pointer-coarse:h-10 w-full cursor-pointer accent-accent"
        />
      )}
    </Field>
  );
}

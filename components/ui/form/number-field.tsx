import type { SyntheticEvent } from "react";
import type { ChangeHandler, UseFormRegisterReturn } from "react-hook-form";
import { TextField, type TextFieldProps } from "@/components/ui/form/text-field";

/** A field for integers. In a form, register it with `setValueAs: toNumber` and pass that through `rejectText`. */
export function NumberField(props: Omit<TextFieldProps, "type">) {
  return <TextField type="number" inputMode="numeric" step={1} {...props} />;
}

/** Converts the value of an input; an empty one stays empty, which schemas treat specially. */
export function toNumber(value: unknown): unknown {
  return value === "" ? "" : Number(value);
}

/** Makes text that isn't a number, such as "2,000" in Firefox, NaN instead of empty, as browsers report it. */
export function rejectText<Field extends UseFormRegisterReturn>(field: Field): Field {
  const reject = (handler: ChangeHandler) => (event: SyntheticEvent<HTMLInputElement>) => {
    const { name, validity } = event.currentTarget;
    return handler(validity.badInput ? { type: event.type, target: { name, value: Number.NaN } } : event);
  };
  return { ...field, onChange: reject(field.onChange), onBlur: reject(field.onBlur) };
}

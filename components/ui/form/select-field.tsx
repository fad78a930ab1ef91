import type { ComponentProps } from "react";
import { Field } from "@/components/ui/form/field";
import { Select, type SelectProps } from "@/components/ui/form/select";

type SelectFieldProps<Value extends string> = Omit<ComponentProps<typeof Field>, "children"> &
  Pick<SelectProps<Value>, "value" | "onValueChange" | "options" | "disabled">;

/** A select with its label. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, onValueChange, options, disabled, ...field } = props;
  return (
    <Field {...field}>{(control) => <Select {...control} {...{ value, onValueChange, options, disabled }} />}</Field>
  );
}

import type { ComponentProps } from "react";
import { Field, type FieldProps } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";

export type TextFieldProps = Omit<FieldProps, "children"> & ComponentProps<"input">;

/** An input with its label. The browser suggests nothing unless `autoComplete` says what. */
export function TextField({ label, hint, error, remedy, required, optional, aside, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, remedy, required, optional, aside }}>
      {(control) => <Input {...control} autoComplete="off" {...input} />}
    </Field>
  );
}

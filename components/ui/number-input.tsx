import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

/** A whole number that is typed. Register it in a form with `setValueAs: toNumber`. */
export function NumberInput(props: Omit<ComponentProps<"input">, "type">) {
  return <Input type="number" inputMode="numeric" step={1} autoComplete="off" {...props} />;
}

/** What was typed as a number; an emptied input stays empty, for the schema to know. */
export function toNumber(value: unknown): unknown {
  return value === "" ? "" : Number(value);
}

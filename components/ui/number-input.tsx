import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

/** An input for integers. Register it with `setValueAs: toNumber`. */
export function NumberInput(props: Omit<ComponentProps<"input">, "type">) {
  return <Input type="number" inputMode="numeric" step={1} autoComplete="off" {...props} />;
}

/** Converts the value of an input; an empty one stays empty, which schemas treat specially. */
export function toNumber(value: unknown): unknown {
  return value === "" ? "" : Number(value);
}

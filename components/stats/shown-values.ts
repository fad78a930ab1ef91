import { OTHER } from "@/lib/clicks/types";

export type Value = { name: string; clicks: number };

type ShownValues = {
  values: Value[];
  /** Clicks of all other values. */
  rest: number;
};

/** All named values. "Other" is part of the rest. */
export function namedValues(values: readonly Value[]): Value[] {
  return values.filter(({ name }) => name !== OTHER);
}

/** The first values and the clicks of all others, which add up to the total. */
export function firstValues(values: readonly Value[], { first, total }: { first: number; total: number }): ShownValues {
  const shown = namedValues(values).slice(0, first);
  const rest = total - shown.reduce((sum, { clicks }) => sum + clicks, 0);
  // Clicks may have been counted between reading the total and the values.
  return { values: shown, rest: Math.max(0, rest) };
}

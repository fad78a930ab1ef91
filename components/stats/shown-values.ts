import { OTHER } from "@/lib/clicks/types";

export type Value = { name: string; clicks: number };

/** All named values. "Other" is part of the rest. */
export function namedValues(values: readonly Value[]): Value[] {
  return values.filter(({ name }) => name !== OTHER);
}

type Counted = { clicks: number };

/** The first rows, and the clicks of everything else, which add up to the total. */
export function firstRows<Row extends Counted>(
  rows: readonly Row[],
  { first, total }: { first: number; total: number },
) {
  const shown = rows.slice(0, first);
  const rest = total - shown.reduce((sum, { clicks }) => sum + clicks, 0);
  // Clicks may have been counted between reading the total and the rows.
  return { shown, rest: Math.max(0, rest) };
}

/** The rows whose text contains the searched one in any case. */
export function findRows<Row extends { text: string }>(rows: readonly Row[], searched: string): Row[] {
  const wanted = searched.trim().toLowerCase();
  return rows.filter(({ text }) => text.toLowerCase().includes(wanted));
}

import { useMemo } from "react";
import { readSaved, save, useSaved } from "@/components/ui/browser-storage";
import { type ColumnChoices, NO_CHOICES, readChoices, withChoices } from "@/components/ui/table/column-choices";
import type { TableLayout } from "@/components/ui/table/data-table-types";

/**
 * The columns that the user has shown, hidden and resized, saved in this browser.
 *
 * @param key the table's `columnsKey`; undefined if its columns are fixed
 */
export function useColumnChoices(key: string | undefined) {
  const storageKey = `hop.columns.${key}`;
  const saved = useSaved(storageKey);
  const choices = useMemo(() => (key === undefined ? NO_CHOICES : readChoices(saved)), [key, saved]);
  const change = (changed: ColumnChoices) => save(storageKey, JSON.stringify(changed));
  const setWidth = (title: string, width: number) => {
    const before = readChoices(readSaved(storageKey));
    change({ ...before, widths: { ...before.widths, [title]: width } });
  };
  return { choices, change, setWidth, reset: () => change(NO_CHOICES) };
}

/** The layout as the user has changed it. */
export function useChosenLayout<Row, Context, Key extends string>(
  layout: TableLayout<Row, Context, Key>,
): TableLayout<Row, Context, Key> {
  const { choices } = useColumnChoices(layout.columnsKey);
  return useMemo(() => withChoices(layout, choices), [layout, choices]);
}

"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type ColumnChoices, NO_CHOICES, readChoices, withChoices } from "@/components/ui/column-choices";
import type { TableLayout } from "@/components/ui/data-table-types";

const CHANGED = "hop:columns";

/**
 * The columns that the user has shown, hidden and resized, saved in this browser.
 *
 * @param key of the table; undefined if its columns are fixed
 */
export function useColumnChoices(key: string | undefined) {
  const storageKey = `hop.columns.${key}`;
  const saved = useSyncExternalStore(
    subscribe,
    () => (key === undefined ? null : localStorage.getItem(storageKey)),
    () => null,
  );
  const choices = useMemo(() => readChoices(saved), [saved]);
  const change = useCallback(
    (changed: ColumnChoices) => {
      localStorage.setItem(storageKey, JSON.stringify(changed));
      window.dispatchEvent(new Event(CHANGED));
    },
    [storageKey],
  );
  const setWidth = useCallback(
    (title: string, width: number) => {
      const before = readChoices(localStorage.getItem(storageKey));
      change({ ...before, widths: { ...before.widths, [title]: width } });
    },
    [storageKey, change],
  );
  return { choices, change, setWidth, reset: () => change(NO_CHOICES) };
}

/** The layout as the user has changed it. */
export function useChosenLayout<Row, Context, Key extends string>(
  layout: TableLayout<Row, Context, Key>,
): TableLayout<Row, Context, Key> {
  const { choices } = useColumnChoices(layout.columnsKey);
  return useMemo(() => withChoices(layout, choices), [layout, choices]);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener("storage", onChange);
  };
}

"use client";

import { useCallback, useRef, useState } from "react";

/**
 * Rows that are chosen, by id.
 *
 * @param ids of the rows that can be chosen, in their order on the screen
 */
export function useSelection(ids: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const order = useRef(ids);
  order.current = ids;

  /** Chooses a row, or no longer; with `range`, all from the one before to it. */
  const select = useCallback((id: string, checked: boolean, range: boolean) => {
    const changed = range ? between(order.current, anchor.current, id) : [id];
    anchor.current = id;
    setSelected((before) => withChanged(before, changed, checked));
  }, []);
  const replace = useCallback((chosen: readonly string[]) => {
    anchor.current = null;
    setSelected(new Set(chosen));
  }, []);
  return { selected, select, replace };
}

function withChanged(before: ReadonlySet<string>, ids: readonly string[], checked: boolean): ReadonlySet<string> {
  const after = new Set(before);
  for (const id of ids) {
    if (checked) after.add(id);
    else after.delete(id);
  }
  return after;
}

/** From one to the other, whichever comes first, with both; the last alone where there is no first. */
export function between(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

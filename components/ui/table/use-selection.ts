import { useCallback, useMemo, useRef, useState } from "react";
import type { RowSelection, TableSelection } from "@/components/ui/table/data-table-types";

type Options<Row> = Pick<RowSelection<Row>, "refusal" | "label"> & {
  /** The reason if no row can be selected. */
  refusalOfAll: string;
};

/**
 * The selected rows of a list. Rows that leave the list, for example because of a filter, no longer count.
 *
 * @param options must keep their identity
 */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[],
  { refusal, label, refusalOfAll }: Options<Row>,
) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectable = useMemo(() => rows.filter((row) => refusal(row) === null), [rows, refusal]);
  const selected = useMemo(() => selectable.filter(({ id }) => ids.has(id)), [selectable, ids]);
  const anchor = useRef<string | null>(null);
  const order = useRef(selectable);
  order.current = selectable;

  const onSelect = useCallback((id: string, isSelected: boolean, isRange: boolean) => {
    const changed = isRange ? between(order.current, anchor.current, id) : [id];
    anchor.current = id;
    setIds((before) => withChanged(before, changed, isSelected));
  }, []);
  const replace = useCallback((chosen: readonly string[]) => {
    anchor.current = null;
    setIds(new Set(chosen));
  }, []);
  const onSelectAll = useCallback(
    (isSelected: boolean) => replace(isSelected ? order.current.map(({ id }) => id) : []),
    [replace],
  );

  const row = useMemo(() => ({ refusal, label, onSelect }), [refusal, label, onSelect]);
  const all = selected.length === 0 ? false : selected.length === selectable.length || "mixed";
  const refusalWhole = selectable.length === 0 ? refusalOfAll : null;
  const selection: TableSelection<Row> = useMemo(
    () => ({ ids, all, refusal: refusalWhole, onSelectAll, row }),
    [ids, all, refusalWhole, onSelectAll, row],
  );
  return { selection, selected, replace };
}

function withChanged(before: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const after = new Set(before);
  for (const id of ids) {
    if (isSelected) after.add(id);
    else after.delete(id);
  }
  return after;
}

/** The ids from one row to another, in either direction; only the last one if the first is not in the list. */
export function between(rows: readonly { id: string }[], from: string | null, to: string): string[] {
  const start = rows.findIndex(({ id }) => id === from);
  const end = rows.findIndex(({ id }) => id === to);
  if (start < 0 || end < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id);
}

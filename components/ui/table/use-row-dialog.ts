import { useCallback, useState } from "react";
import type { FocusTarget } from "@/components/ui/focus/use-return-focus";

/** The dialog of a row that was opened last. */
export type RowDialog<Kind, Row> = {
  kind: Kind;
  row: Row;
  /** False while the dialog closes. */
  open: boolean;
  returnFocusTo: FocusTarget | undefined;
};

/**
 * Keeps track of which dialog of a list's rows is open, one at a time. Rendered outside the table, it stays open when
 * its row is scrolled or filtered away.
 */
export function useRowDialog<Kind, Row>() {
  const [state, setState] = useState<RowDialog<Kind, Row> | null>(null);
  /** Keeps its identity between renders. */
  const onOpen = useCallback(
    (kind: Kind, row: Row, returnFocusTo?: FocusTarget) => setState({ kind, row, open: true, returnFocusTo }),
    [],
  );
  return { state, onOpen, onClose: () => setState((before) => before && { ...before, open: false }) };
}

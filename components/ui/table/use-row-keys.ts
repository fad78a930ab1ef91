import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { OVERLAYS } from "@/components/ui/focus/typing";
import { setFocusFallback } from "@/components/ui/focus/use-kept-focus";
import { useShortcutsEnabled } from "@/components/ui/focus/use-shortcuts-enabled";
import type { TableSelection } from "@/components/ui/table/data-table-types";
import { findListKey, type RowAction } from "@/components/ui/table/list-keys";
import { findAction, type RowActions, type RowRegistry } from "@/components/ui/table/row-actions";

const CONTROLS = "a[href], button, input, select, textarea";

type Options<Row> = {
  rows: readonly Row[];
  bodyRef: RefObject<HTMLElement | null>;
  /** The row that had the focus last, which `j` and `k` return to. */
  lastFocused: RefObject<number | null>;
  focusRow: (index: number) => void;
  registry: RowRegistry;
  selection: TableSelection<Row> | undefined;
  /** Whether rows can have the focus. */
  hasKeys: boolean;
};

/**
 * The keyboard in a list: each row is one tab stop, the arrow keys move between its controls, and single keys trigger
 * its actions (list-keys.ts).
 *
 * @returns `onKeyDown` for the container of the rows, and a text for screen readers
 */
export function useRowKeys<Row extends { id: string }>(options: Options<Row>) {
  const { bodyRef, hasKeys } = options;
  const [enabled] = useShortcutsEnabled();
  const [announcement, setAnnouncement] = useState("");
  const announce = (text: string) => setAnnouncement((before) => announced(text, before));

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = findListKey(event);
    const body = bodyRef.current;
    if (!action || !body || isCovered(body)) return;
    const index = indexIn(body);
    if (action === "next" || action === "previous") {
      event.preventDefault();
      options.focusRow(moved(options, index, action === "next" ? 1 : -1));
    } else if (index !== null) {
      event.preventDefault();
      announce(act(options, index, action));
    }
  });
  useEffect(() => {
    if (!enabled || !hasKeys) return;
    const onKeyDown = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled, hasKeys]);
  useEffect(
    () => (hasKeys && bodyRef.current ? keepControlsOutOfTabOrder(bodyRef.current) : undefined),
    [bodyRef, hasKeys],
  );

  const onKeyDown = (event: ReactKeyboardEvent) => {
    const { target, key } = event;
    // Also comes from dialogs that a row has opened, which may contain another list.
    if (!(target instanceof HTMLElement) || !event.currentTarget.contains(target)) return;
    const row = target.closest<HTMLElement>("[data-index]");
    if (!row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (key === "Enter" && target === row) {
      const index = Number(row.dataset.index);
      announce(run(find(options, index, "open") ?? find(options, index, "edit"), REFUSALS.open));
    } else if (key === "ArrowRight" || key === "ArrowLeft") {
      event.preventDefault();
      neighbourOf(row, target, key === "ArrowRight" ? 1 : -1)?.focus();
    }
  };
  return { onKeyDown, announcement };
}

/** A text for a live region. One that repeats must differ from the text before, or it is not announced. */
export function announced(text: string, before: string): string {
  return text !== "" && text === before ? `${text}\u00a0` : text;
}

/** Whether the list is under a dialog or menu that it isn't part of, or another list has the focus. */
function isCovered(body: HTMLElement): boolean {
  const overlay = [...document.querySelectorAll(OVERLAYS)].at(-1);
  if (overlay && !overlay.contains(body)) return true;
  const focused = document.activeElement?.closest("[data-rows]");
  return focused !== null && focused !== undefined && focused !== body;
}

/** The index of the row with the focus. */
function indexIn(body: HTMLElement): number | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-index]");
  return row && body.contains(row) ? Number(row.dataset.index) : null;
}

function moved<Row>({ rows, lastFocused }: Options<Row>, index: number | null, step: number): number {
  const to = index === null ? (lastFocused.current ?? 0) : index + step;
  return Math.max(0, Math.min(to, rows.length - 1));
}

function find<Row extends { id: string }>({ rows, registry }: Options<Row>, index: number, name: keyof RowActions) {
  return findAction(registry, rows[index]?.id ?? "", name);
}

const REFUSALS = {
  open: "This row can't be opened.",
  edit: "This row can't be edited.",
  delete: "This row can't be deleted.",
} as const satisfies Record<keyof RowActions, string>;

/**
 * Runs an action. Returns a text for screen readers; empty if the action speaks for itself, such as by opening a
 * dialog.
 */
function act<Row extends { id: string }>(options: Options<Row>, index: number, action: RowAction): string {
  return action === "select" ? select(options, index) : run(find(options, index, action), REFUSALS[action]);
}

function run(action: (() => void) | undefined, refusal: string): string {
  action?.();
  return action ? "" : refusal;
}

function select<Row extends { id: string }>({ rows, selection }: Options<Row>, index: number): string {
  const row = rows[index];
  if (!row || !selection) return "Rows in this list can't be selected.";
  const refusal = selection.row.refusal(row);
  if (refusal !== null) return refusal;
  const isSelected = !selection.ids.has(row.id);
  selection.row.onSelect(row.id, isSelected, false);
  return isSelected ? "Selected" : "Not selected";
}

/** The control before or after another one in a row; the row itself comes before the first. */
function neighbourOf(row: HTMLElement, target: HTMLElement, step: number): HTMLElement | undefined {
  const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.offsetParent !== null && !control.matches(":disabled"),
  );
  const stops = [row, ...controls];
  return stops[stops.indexOf(target) + step];
}

/**
 * Keeps each row a single tab stop, even when controls are replaced, for example by ones loaded on demand. If one goes
 * that has the focus, such as that of a key which is revoked, its row gets it.
 */
function keepControlsOutOfTabOrder(body: HTMLElement): () => void {
  let focused: Element | null = null;
  let row: HTMLElement | null = null;
  /** As code that is loaded on demand does, which then moves the focus itself. */
  const isReplaced = (name: string | null) =>
    [...(row?.querySelectorAll(CONTROLS) ?? [])].some(({ ariaLabel }) => ariaLabel === name);
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    if (body.contains(target)) [focused, row] = [target, target.closest<HTMLElement>("[data-index]")];
    else if (!target.closest(OVERLAYS)) focused = null;
  };
  const update = () => {
    if (focused?.isConnected === false) {
      // The dialog that it has opened may still be closing.
      if (row?.isConnected && !isReplaced(focused.ariaLabel))
        document.activeElement === document.body ? row.focus() : setFocusFallback(row);
      focused = null;
    }
    for (const control of body.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (control.tabIndex !== -1) control.tabIndex = -1;
    }
  };
  update();
  const observer = new MutationObserver(update);
  observer.observe(body, { childList: true, subtree: true });
  document.addEventListener("focusin", onFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
  };
}

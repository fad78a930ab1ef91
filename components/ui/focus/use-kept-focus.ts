import { type RefObject, useLayoutEffect, useRef } from "react";

/** Marks the element that gets the focus from a dialog whose own row is gone. */
const FALLBACK = "data-takes-focus";

type Rows = {
  bodyRef: RefObject<HTMLElement | null>;
  lastFocused: RefObject<number | null>;
  focusRow: (index: number) => void;
};

/** When the row with the focus leaves the list, such as a deleted one, the focus goes to the one in its place. */
export function useKeptFocus(rows: readonly { id: string }[], { bodyRef, lastFocused, focusRow }: Rows): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const [old, index] = [before.current, lastFocused.current];
    if (old === rows) return;
    before.current = rows;
    const id = index === null ? undefined : old[index]?.id;
    if (index === null || id === undefined || rows.length === 0 || rows.some((row) => row.id === id)) return;
    const next = Math.min(index, rows.length - 1);
    if (document.activeElement === document.body) return focusRow(next);
    // The dialog in which it was deleted is still closing.
    setFocusFallback(bodyRef.current?.querySelector(`[data-index="${next}"]`));
  });
}

/** Marks what gets the focus from a dialog that is closing, if its opener is gone. */
export function setFocusFallback(element: Element | null | undefined): void {
  for (const former of document.querySelectorAll(`[${FALLBACK}]`)) former.removeAttribute(FALLBACK);
  element?.setAttribute(FALLBACK, "");
}

/** Returns what is marked, such as the row that took the place of one that is gone, and removes its mark. */
export function takeFocusFallback(): HTMLElement | null {
  const fallback = document.querySelector<HTMLElement>(`[${FALLBACK}]`);
  fallback?.removeAttribute(FALLBACK);
  return fallback;
}

import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns a function that focuses a row, which is rendered first if it isn't. */
export function useFocusRow(bodyRef: RefObject<HTMLElement | null>, render: (index: number) => void) {
  const awaited = useRef<number | null>(null);
  const focus = (index: number) => {
    const row = bodyRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    row?.focus();
    return row !== null && row !== undefined;
  };
  useLayoutEffect(() => {
    if (awaited.current !== null && focus(awaited.current)) awaited.current = null;
  });
  return (index: number) => {
    awaited.current = focus(index) ? null : index;
    if (awaited.current !== null) render(index);
  };
}

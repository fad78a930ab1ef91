import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { OVERLAYS } from "@/components/ui/focus/typing";
import { useFirstRows } from "@/components/ui/table/first-rows";
import { useFocusRow } from "@/components/ui/table/use-focus-row";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Rows rendered outside the window on each side, for Tab and fast scrolling: six table rows, or three cards. */
const MAX_OVERSCAN_ROWS = 6;
const OVERSCAN_PX = 500;

/** A row, or the height in pixels of rows that are not rendered. */
type VirtualRow = { index: number } | { gap: number; key: string };

/** Estimate until a row is measured. */
const ROW_HEIGHT_PX = 48;

type Options = {
  count: number;
  /** Renders all rows, however many. */
  isWhole?: boolean;
  keyOf: (index: number) => string;
};

/**
 * Chooses the rows of a long list to render: those near the window, and the row with the focus, wherever it is. Put
 * `bodyRef`, `onFocus` and `onBlur` on the container of the rows, and `measure` and `data-index` on each row.
 */
export function useVirtualRows({ count, isWhole = false, keyOf }: Options) {
  const first = useFirstRows();
  const isVirtual = useHydrated() && !isWhole && count > first;
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRef(ROW_HEIGHT_PX);
  const [offset, setOffset] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const lastFocused = useRef<number | null>(null);

  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    enabled: isVirtual,
    // Rows are about as high as the first one, both as table rows and as cards.
    estimateSize: () => rowHeight.current,
    getItemKey: keyOf,
    overscan: Math.min(MAX_OVERSCAN_ROWS, Math.ceil(OVERSCAN_PX / rowHeight.current)),
    scrollMargin: offset,
    // The first virtual rows replace the server's, which must not be removed in between.
    ...(isVirtual && { initialRect: { width: window.innerWidth, height: window.innerHeight } }),
    useFlushSync: false,
    rangeExtractor: useCallback(
      (range: Range) => withFocused(defaultRangeExtractor(range), focused, count),
      [focused, count],
    ),
  });

  // Any render may have changed what is above the rows.
  useLayoutEffect(() => {
    const body = bodyRef.current;
    if (!body) return;
    rowHeight.current = heightOfFirstRow(body) ?? rowHeight.current;
    if (isVirtual) setOffset(Math.round(body.getBoundingClientRect().top + window.scrollY));
    // Last, since it changes the layout that the others read.
    holdHeight(body, isVirtual);
  });

  // Table rows become cards, and back, depending on the width.
  useEffect(() => {
    if (!isVirtual) return;
    const onResize = () => {
      if (bodyRef.current) rowHeight.current = heightOfFirstRow(bodyRef.current) ?? rowHeight.current;
      virtualizer.measure();
    };
    window.addEventListener("resize", onResize);
    return () => window.removeEventListener("resize", onResize);
  }, [isVirtual, virtualizer]);

  const onFocused = (element: Element) => {
    const index = findFocused(bodyRef.current, element);
    if (index === undefined) return;
    setFocused(index);
    if (index !== null) lastFocused.current = index;
  };
  return {
    bodyRef,
    lastFocused,
    focusRow: useFocusRow(bodyRef, setFocused),
    rows: isVirtual
      ? withGaps(virtualizer.getVirtualItems(), offset, virtualizer.getTotalSize())
      : firstRows(count, isWhole ? count : first),
    measure: virtualizer.measureElement,
    onFocus: ({ target }: { target: Element }) => onFocused(target),
    // Follow the focus at once, or its next row could be removed before it gets the focus.
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (relatedTarget instanceof Element) onFocused(relatedTarget);
    },
  };
}

/**
 * Keeps the page as high as it is while rows are replaced. WebKit lays out a container with container queries once
 * before its new elements are in it, and would scroll up if the page were shorter then.
 */
function holdHeight(body: HTMLElement, isVirtual: boolean): void {
  const table = body.closest("table");
  if (table?.parentElement) table.parentElement.style.minHeight = isVirtual ? `${table.offsetHeight}px` : "";
}

function heightOfFirstRow(body: HTMLElement): number | undefined {
  return body.querySelector<HTMLElement>("[data-index]")?.offsetHeight;
}

/** All rows, without gaps. */
export function allRows(count: number): VirtualRow[] {
  return Array.from({ length: count }, (_, index) => ({ index }));
}

/** The first `most` rows, and the space of the others. */
export function firstRows(count: number, most: number): VirtualRow[] {
  const rows = allRows(Math.min(count, most));
  if (count > most) rows.push({ gap: (count - most) * ROW_HEIGHT_PX, key: "end" });
  return rows;
}

/**
 * The row of a focused element; null outside the rows. Undefined in a dialog, from which React's events come as well:
 * the row that opened it must stay, or the dialog would go with it.
 */
function findFocused(body: HTMLElement | null, element: Element): number | null | undefined {
  if (body?.contains(element)) return indexOf(element);
  return element.closest(OVERLAYS) ? undefined : null;
}

function indexOf(element: Element): number | null {
  const row = element.closest<HTMLElement>("[data-index]");
  return row ? Number(row.dataset.index) : null;
}

/** A row must be rendered to keep the focus. */
export function withFocused(indexes: number[], focused: number | null, count: number): number[] {
  if (focused === null || focused >= count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].sort((a, b) => a - b);
}

type Item = { index: number; start: number; end: number };

/** @param start start of the list, in pixels from the top of the page, like the items */
export function withGaps(items: readonly Item[], start: number, size: number): VirtualRow[] {
  const rows: VirtualRow[] = [];
  let reached = start;
  for (const item of items) {
    if (item.start > reached) rows.push({ gap: item.start - reached, key: `before-${item.index}` });
    rows.push({ index: item.index });
    reached = item.end;
  }
  if (start + size > reached) rows.push({ gap: start + size - reached, key: "end" });
  return rows;
}

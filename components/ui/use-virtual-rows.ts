"use client";

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Shorter lists are rendered whole: the browser's search finds all of them, and printing prints them. */
export const WHOLE_LIST_ROWS = 100;
/** Beyond what is on the screen, so that Tab and a flick of the wheel find rows. */
const OVERSCAN_ROWS = 12;

/** A row, or the height in pixels of those that are left out. */
export type VirtualRow = { index: number } | { gap: number; key: string };

/** Until one is rendered and measured. */
const ROW_HEIGHT_PX = 56;

type Options = {
  count: number;
  keyOf: (index: number) => string;
};

/**
 * Which rows of a long list to render: those near the window, and the one that has the focus, wherever it is.
 * Put `bodyRef` on what holds the rows, `measure` and `data-index` on each row, and `onFocus` and `onBlur` on what
 * holds them.
 */
export function useVirtualRows({ count, keyOf }: Options) {
  const isVirtual = useHydrated() && count > WHOLE_LIST_ROWS;
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRef(ROW_HEIGHT_PX);
  const [offset, setOffset] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);

  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    enabled: isVirtual,
    // All rows are about as high as the first: as a row of a table, or as a card.
    estimateSize: () => rowHeight.current,
    getItemKey: keyOf,
    overscan: OVERSCAN_ROWS,
    scrollMargin: offset,
    useFlushSync: false,
    rangeExtractor: useCallback(
      (range: Range) => withFocused(defaultRangeExtractor(range), focused, count),
      [focused, count],
    ),
  });

  // Whatever stands above the rows may have come or gone with any change of the page.
  useLayoutEffect(() => {
    const body = bodyRef.current;
    if (!body) return;
    rowHeight.current = heightOfFirstRow(body) ?? rowHeight.current;
    if (isVirtual) setOffset(Math.round(body.getBoundingClientRect().top + window.scrollY));
  });

  // Rows become cards, and cards rows, by the width.
  useEffect(() => {
    if (!isVirtual) return;
    const onResize = () => {
      if (bodyRef.current) rowHeight.current = heightOfFirstRow(bodyRef.current) ?? rowHeight.current;
      virtualizer.measure();
    };
    window.addEventListener("resize", onResize);
    return () => window.removeEventListener("resize", onResize);
  }, [isVirtual, virtualizer]);

  return {
    bodyRef,
    rows: isVirtual ? withGaps(virtualizer.getVirtualItems(), offset, virtualizer.getTotalSize()) : firstRows(count),
    measure: virtualizer.measureElement,
    onFocus: useCallback((event: { target: Element }) => setFocused(indexOf(event.target)), []),
    // Where the focus goes next: a row that were let go of before it has the focus would be gone too early.
    onBlur: useCallback((event: { relatedTarget: EventTarget | null }) => {
      if (event.relatedTarget instanceof Element) setFocused(indexOf(event.relatedTarget));
    }, []),
  };
}

function heightOfFirstRow(body: HTMLElement): number | undefined {
  return body.querySelector<HTMLElement>("[data-index]")?.offsetHeight;
}

function firstRows(count: number): VirtualRow[] {
  return Array.from({ length: Math.min(count, WHOLE_LIST_ROWS) }, (_, index) => ({ index }));
}

function indexOf(element: Element): number | null {
  const row = element.closest<HTMLElement>("[data-index]");
  return row ? Number(row.dataset.index) : null;
}

/** Rows that are not rendered cannot keep the focus. */
function withFocused(indexes: number[], focused: number | null, count: number): number[] {
  if (focused === null || focused >= count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].sort((a, b) => a - b);
}

type Item = { index: number; start: number; end: number };

/** @param start of the list, from the top of the page, as the items count */
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

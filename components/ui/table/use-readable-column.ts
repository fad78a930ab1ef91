import { useEffect, useRef } from "react";

/** Minimum width of a flexible column. */
const MIN_WIDTH_PX = 112;
/** A column with a share of the table gets only that share of the room that is added. */
const MAX_STEPS = 5;

/**
 * Makes a table wider than its card, which then scrolls, if its flexible columns have too little room.
 *
 * @param layout must change when columns are resized, shown or hidden
 * @returns a ref for the table
 */
export function useReadableColumn(layout: object) {
  const tableRef = useRef<HTMLTableElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout decides the widths
  useEffect(() => {
    const update = () => {
      const table = tableRef.current;
      if (!table) return;
      table.style.minWidth = "";
      // Otherwise the rows are cards.
      if (getComputedStyle(table).display !== "table") return;
      for (let step = 0; step < MAX_STEPS; step++) {
        const missing = missingRoom(table);
        if (missing === 0) return;
        table.style.minWidth = `${table.offsetWidth + missing}px`;
      }
    };
    update();
    window.addEventListener("resize", update);
    return () => window.removeEventListener("resize", update);
  }, [layout]);
  return tableRef;
}

/** What columns lack that are shown, and whose width is not the user's choice. */
function missingRoom(table: HTMLTableElement): number {
  const flexible = [...table.querySelectorAll<HTMLElement>("th[data-flexible]")].filter(
    ({ offsetParent, style }) => offsetParent !== null && style.width === "",
  );
  return flexible.reduce((sum, { offsetWidth }) => sum + Math.max(0, MIN_WIDTH_PX - offsetWidth), 0);
}

import { useEffect, useRef } from "react";

/** Minimum width of the flexible column. */
const MIN_WIDTH_PX = 112;

/**
 * Makes a table wider than its card, which then scrolls, if the flexible column has too little room.
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
      const heading = table?.querySelector<HTMLElement>("th[data-flexible]");
      if (!table || !heading) return;
      table.style.minWidth = "";
      // Otherwise the rows are cards.
      const isTable = getComputedStyle(table).display === "table";
      const isShown = isTable && heading.offsetParent !== null && heading.style.width === "";
      const missing = isShown ? MIN_WIDTH_PX - heading.offsetWidth : 0;
      if (missing > 0) table.style.minWidth = `${table.offsetWidth + missing}px`;
    };
    update();
    window.addEventListener("resize", update);
    return () => window.removeEventListener("resize", update);
  }, [layout]);
  return tableRef;
}

import { usePrinting } from "@/components/ui/table/use-printing";

const FILL = { width: "100%", height: "100%" } as const;
/** About what a page of A4 or Letter leaves for a chart. The drawing is scaled to what is there. */
const ON_PAPER = { width: 680, height: 208, style: FILL } as const;
const ON_SCREEN = { responsive: true, style: FILL } as const;

/** Props that size a chart: for its container, and while the page is printed, for paper. */
export function useChartSize() {
  return usePrinting() ? ON_PAPER : ON_SCREEN;
}

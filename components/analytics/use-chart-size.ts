import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

const FILL = { width: "100%", height: "100%" } as const;
/** About what a page of A4 or Letter leaves for a chart. The drawing is scaled to what is there. */
const ON_PAPER = { width: 680, height: 208, style: FILL } as const;
const ON_SCREEN = { responsive: true, style: FILL } as const;

/** Props that size a chart: for its container, and while the page is printed, for paper. */
export function useChartSize() {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the paper as soon as the listener returns.
    const onPrint = ({ type }: Event) => flushSync(() => setIsPrinting(type === "beforeprint"));
    addEventListener("beforeprint", onPrint);
    addEventListener("afterprint", onPrint);
    return () => {
      removeEventListener("beforeprint", onPrint);
      removeEventListener("afterprint", onPrint);
    };
  }, []);
  return isPrinting ? ON_PAPER : ON_SCREEN;
}

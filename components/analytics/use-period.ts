"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { toPeriod } from "@/components/analytics/period";
import { DEFAULT_PERIOD, type Period } from "@/lib/analytics/types";

/** The period of the address bar, so that a link leads to the same numbers, and how to change it. */
export function usePeriod(): [Period, (period: Period) => void] {
  const period = toPeriod(useSearchParams().get("period"));
  const setPeriod = useCallback((chosen: Period) => {
    const url = new URL(window.location.href);
    if (chosen === DEFAULT_PERIOD) url.searchParams.delete("period");
    else url.searchParams.set("period", chosen);
    // Not by the router: it would ask the server for the page, and the query asks for the numbers alone.
    window.history.replaceState(null, "", url);
  }, []);
  return [period, setPeriod];
}

import { DEFAULT_PERIOD, PERIODS, type Period } from "@/lib/analytics/types";

/** The period that a query names, else the default one. */
export function toPeriod(value: unknown): Period {
  return PERIODS.find((period) => period === value) ?? DEFAULT_PERIOD;
}

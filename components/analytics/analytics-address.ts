import { type AddressFormat, readOption } from "@/components/data/address";
import { type Days, readDays } from "@/components/stats/stats-address";
import { DEFAULT_PERIOD, PERIOD_RANGES, PERIODS, type PeriodName, type Range } from "@/lib/stats/types";

/** The tabs of the breakdown; the first one is shown at the start. */
export const TABS = [
  { value: "overview", label: "Overview" },
  { value: "detailed", label: "Detailed" },
] as const;
export type Tab = (typeof TABS)[number]["value"];

const DEFAULT_TAB: Tab = TABS[0].value;

/** A period that ends today, or any two days. */
export type ShownPeriod = PeriodName | Days;

/** The same range as the pages of links name it. */
export function toRange(period: ShownPeriod): Range | Days {
  return typeof period === "object" ? period : PERIOD_RANGES[period];
}

/** Analytics in the address. */
export const analyticsAddress: AddressFormat<{ period: ShownPeriod; tab: Tab }> = {
  keys: ["period", "from", "to", "tab"],
  typed: ["from", "to"],
  read: (params) => ({
    period: readDays(params) ?? readOption(params, "period", { options: PERIODS, fallback: DEFAULT_PERIOD }),
    tab: readOption(params, "tab", { options: TABS.map(({ value }) => value), fallback: DEFAULT_TAB }),
  }),
  write: ({ period, tab }) => ({
    ...(typeof period === "object" ? period : period !== DEFAULT_PERIOD && { period }),
    ...(tab !== DEFAULT_TAB && { tab }),
  }),
};

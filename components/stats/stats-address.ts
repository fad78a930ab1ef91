import { type AddressFormat, type AddressParams, readOption, switchAddress, toDay } from "@/components/data/address";
import { VALUE_MAX_LENGTH } from "@/lib/clicks/types";
import { countDays } from "@/lib/days";
import {
  DEFAULT_RANGE,
  FILTER_PATTERNS,
  INTERVALS,
  type Interval,
  MAX_DAYS,
  MAX_FILTERS,
  MAX_HOUR_DAYS,
  RANGE_DAYS,
  RANGES,
  type Range,
  STAT_DIMENSIONS,
  type StatDimension,
  type StatFilter,
} from "@/lib/stats/types";

/** First and last day. */
export type Days = { from: string; to: string };

/** The state of a statistics screen. */
export type StatsView = {
  range: Range | Days;
  /** Null to choose it by the length of the range. */
  interval: Interval | null;
  filters: readonly StatFilter[];
};

export const DEFAULT_VIEW: StatsView = { range: DEFAULT_RANGE, interval: null, filters: [] };

/** Statistics in the address. Each filter is a separate parameter: `country=DE`. */
export const statsAddress: AddressFormat<StatsView> = {
  keys: ["range", "from", "to", "interval", ...STAT_DIMENSIONS],
  typed: ["from", "to"],
  read: (params) => {
    const range = readDays(params) ?? readOption(params, "range", { options: RANGES, fallback: DEFAULT_RANGE });
    const interval = readOption(params, "interval", { options: INTERVALS, fallback: null });
    return {
      range,
      interval: interval === "hour" && lengthOf(range) > MAX_HOUR_DAYS ? null : interval,
      filters: STAT_DIMENSIONS.flatMap((by) => readFilter(params, by)).slice(0, MAX_FILTERS),
    };
  },
  write: ({ range, interval, filters }) => ({
    ...(typeof range === "object" ? range : range !== DEFAULT_RANGE && { range }),
    ...(interval && { interval }),
    ...Object.fromEntries(filters.map(({ by, value }) => [by, value])),
  }),
};

/** Whether a chart is shown as a table. */
export const chartAddress = switchAddress("chart", "table");

/** First and last day, if they are a range that the server accepts. */
export function readDays(params: AddressParams): Days | null {
  const [from, to] = [toDay(params.get("from") ?? ""), toDay(params.get("to") ?? "")];
  return from && to && isRange({ from, to }) ? { from, to } : null;
}

/** Whether the server accepts the days as a range. */
function isRange(days: Days): boolean {
  return days.from <= days.to && lengthOf(days) <= MAX_DAYS;
}

/**
 * Dates are typed one after the other, in either order. The first one has no effect until both form a range.
 *
 * @param typed the fields' values
 * @param change the field that was typed into; an empty text is a date that is not complete yet
 * @returns the fields' new values, and the range to change to
 */
export function typeDay(typed: Days, change: Partial<Days>): { typed: Days; chosen: Days | null } {
  const days = { from: change.from || typed.from, to: change.to || typed.to };
  return { typed: days, chosen: isRange(days) ? days : null };
}

/** The length in days; for an open range, the maximum. */
function lengthOf(range: Range | Days): number {
  return typeof range === "string" ? RANGE_DAYS[range] : countDays(range);
}

function readFilter(params: AddressParams, by: StatDimension): StatFilter[] {
  const value = params.get(by)?.trim() ?? "";
  if (value === "" || value.length > VALUE_MAX_LENGTH || value.includes("\0")) return [];
  return FILTER_PATTERNS[by]?.test(value) === false ? [] : [{ by, value }];
}

/** The range alone, for lists that are not filtered. */
export function toRangeSearch(range: StatsView["range"]): URLSearchParams {
  return new URLSearchParams(typeof range === "object" ? range : { range });
}

/** The query of GET /api/urls/{id}/stats and similar calls. */
export function toStatsSearch(view: StatsView): string {
  const search = toClicksSearch(view);
  if (view.interval) search.set("interval", view.interval);
  return search.toString();
}

/** Range and filters, for lists of clicks. */
export function toClicksSearch({ range, filters }: StatsView): URLSearchParams {
  const search = toRangeSearch(range);
  for (const { by, value } of filters) search.append("filter", `${by}:${value}`);
  return search;
}

/** Whether a dimension can be filtered: at the limit of filters, only dimensions that already have one. */
export function canToggle(filters: readonly StatFilter[], dimension: StatDimension): boolean {
  return filters.length < MAX_FILTERS || filters.some(({ by }) => by === dimension);
}

/**
 * Adds a filter, or removes it if it is set. Replaces another filter on the same dimension. Keeps the order of the
 * dimensions.
 */
export function toggleFilter(filters: readonly StatFilter[], { by, value }: StatFilter): readonly StatFilter[] {
  const others = filters.filter((filter) => filter.by !== by);
  const isSet = filters.some((filter) => filter.by === by && filter.value === value);
  if (isSet) return others;
  if (!canToggle(filters, by)) return filters;
  const orderOf = (filter: StatFilter) => STAT_DIMENSIONS.indexOf(filter.by);
  return [...others, { by, value }].sort((one, other) => orderOf(one) - orderOf(other));
}

/** Adapts a view to sums over links, which have neither filters nor hours. */
export function toSumView(view: StatsView): StatsView {
  return { ...view, filters: [], interval: view.interval === "hour" ? null : view.interval };
}

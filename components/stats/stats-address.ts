import { type AddressFormat, type AddressParams, readOption, toDay } from "@/components/data/address";
import {
  DEFAULT_RANGE,
  INTERVALS,
  type Interval,
  MAX_FILTERS,
  RANGES,
  type Range,
  STAT_DIMENSIONS,
  type StatFilter,
} from "@/lib/stats/types";

/** First and last day. */
export type Days = { from: string; to: string };

/** What a screen of statistics shows. */
export type StatsView = {
  range: Range | Days;
  /** Null: as suits the length of the range. */
  interval: Interval | null;
  filters: readonly StatFilter[];
};

export const DEFAULT_VIEW: StatsView = { range: DEFAULT_RANGE, interval: null, filters: [] };

/** Statistics in the address. Filters are parameters of their own: `country=DE`. */
export const statsAddress: AddressFormat<StatsView> = {
  keys: ["range", "from", "to", "interval", ...STAT_DIMENSIONS],
  typed: ["from", "to"],
  read: (params) => ({
    range: readDays(params) ?? readOption(params, "range", { options: RANGES, fallback: DEFAULT_RANGE }),
    interval: readOption(params, "interval", { options: INTERVALS, fallback: null }),
    filters: STAT_DIMENSIONS.flatMap((by) => {
      const value = params.get(by)?.trim();
      return value && !value.includes("\0") ? [{ by, value }] : [];
    }).slice(0, MAX_FILTERS),
  }),
  write: ({ range, interval, filters }) => ({
    ...(typeof range === "object" ? range : range !== DEFAULT_RANGE && { range }),
    ...(interval && { interval }),
    ...Object.fromEntries(filters.map(({ by, value }) => [by, value])),
  }),
};

function readDays(params: AddressParams): Days | null {
  const [from, to] = [toDay(params.get("from") ?? ""), toDay(params.get("to") ?? "")];
  return from && to && from <= to ? { from, to } : null;
}

/** The range alone, for lists that are not filtered. */
export function toRangeSearch(range: StatsView["range"]): URLSearchParams {
  return new URLSearchParams(typeof range === "object" ? range : { range });
}

/** The query of GET /api/urls/{id}/stats and its like. */
export function toStatsSearch({ range, interval, filters }: StatsView): string {
  const search = toRangeSearch(range);
  if (interval) search.set("interval", interval);
  for (const { by, value } of filters) search.append("filter", `${by}:${value}`);
  return search.toString();
}

/** Adds a filter, or removes it if it is there. One of the same dimension is replaced. */
export function toggleFilter(filters: readonly StatFilter[], { by, value }: StatFilter): readonly StatFilter[] {
  const others = filters.filter((filter) => filter.by !== by);
  const isSet = filters.some((filter) => filter.by === by && filter.value === value);
  if (isSet) return others;
  return others.length < MAX_FILTERS ? [...others, { by, value }] : filters;
}

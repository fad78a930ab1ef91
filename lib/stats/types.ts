import type { UrlStatus } from "@/lib/urls/types";

/** Dimensions by which clicks are broken down and filtered. */
export const STAT_DIMENSIONS = [
  "referrer",
  "country",
  "city",
  "language",
  "device",
  "os",
  "browser",
  "access",
  "placement",
  "hour",
  "weekday",
] as const;
export type StatDimension = (typeof STAT_DIMENSIONS)[number];

export function mapDimensions<T>(map: (dimension: StatDimension) => T): Record<StatDimension, T> {
  return Object.fromEntries(STAT_DIMENSIONS.map((dimension) => [dimension, map(dimension)])) as Record<
    StatDimension,
    T
  >;
}

/**
 * `value` as shown and counted, "Direct", "Unknown" and "Other" included. Hours are "00" to "23", weekdays "1" (Monday)
 * to "7", access is "qr" or "direct".
 */
export type StatFilter = { by: StatDimension; value: string };

/**
 * The name of unknown values: "Direct" for a referrer. For a placement, that of scans without one. For an hour, that of
 * clicks that are no longer stored and were counted before hours were recorded; they can't be filtered.
 */
export function unknownName(dimension: StatDimension): string {
  return dimension === "referrer" ? "Direct" : UNKNOWN;
}
export const UNKNOWN = "Unknown";

/** Patterns of filters' values, where these are known. */
export const FILTER_PATTERNS: Partial<Record<StatDimension, RegExp>> = {
  hour: /^([01]\d|2[0-3])$/,
  weekday: /^[1-7]$/,
  access: /^(qr|direct)$/,
};
/** Maximum number of filters, each on a different dimension; a click must pass all. */
export const MAX_FILTERS = 3;

/** Ranges end today. Months are calendar months; `all` begins with the first click or visit by a bot. */
export const RANGES = ["today", "7d", "30d", "90d", "12m", "all"] as const;
export type Range = (typeof RANGES)[number];
export const DEFAULT_RANGE: Range = "30d";
/** Ten years, the longest range. */
export const MAX_DAYS = 3_660;
/** The length of each range, including today; at most, for those whose length varies. */
export const RANGE_DAYS: Record<Range, number> = { today: 1, "7d": 7, "30d": 30, "90d": 90, "12m": 366, all: MAX_DAYS };

/** Ranges as the calls of GET /api/analytics name them (spec section 9). */
export const PERIODS = ["day", "week", "month", "all"] as const;
export type PeriodName = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: PeriodName = "week";
export const PERIOD_RANGES: Record<PeriodName, Range> = { day: "today", week: "7d", month: "30d", all: "all" };

/** Weeks begin on Monday. */
export const INTERVALS = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];
/** The longest range that can be shown by hour, in days. */
export const MAX_HOUR_DAYS = 31;
/** Maximum number of links in a comparison. */
export const MAX_COMPARED = 5;

/** Clicks in an interval, or in the part of it that lies in the range. */
export type StatInterval = {
  /**
   * "YYYY-MM-DD"; for an hour "YYYY-MM-DDTHH:00" and the offset from UTC. The first week or month may start before the
   * range. An hour that the clocks repeat is listed once.
   */
  start: string;
  clicks: number;
  /** Null if unknown: by hour without filters, unless asked for with `hourlyVisitors`. */
  visitors: number | null;
  /** Clicks in the corresponding interval of the previous period; null if there is none. */
  before: number | null;
};

export type StatTotals = {
  clicks: number;
  /** Counted once per link and day; for several links or days, the sum. */
  visitors: number;
  /** Clicks by QR code. */
  scans: number;
};

/** Statistics of a link, of a group's links, or of all links that somebody created. Bots only count in `bots`. */
export type Stats = StatTotals & {
  /** First and last day, in the installation's time zone. With filters, not before `filterableFrom`. */
  from: string;
  to: string;
  interval: Interval;
  /** IANA name */
  timeZone: string;
  filters: StatFilter[];
  bots: number;
  /** The equally long period before; null for the range `all`, and with filters if its clicks are no longer stored. */
  before: (StatTotals & { from: string; to: string }) | null;
  /** Oldest first, including intervals without clicks. */
  series: StatInterval[];
  /**
   * Most frequent first, at most 200 names and "Other", which add up to the clicks, placements to the scans; hours and
   * weekdays in chronological order, including those without clicks. A missing dimension is unavailable: it is not
   * recorded, not offered for several links, or has too many values; hours also if reading them from stored clicks
   * takes too long.
   */
  breakdowns: Partial<Record<StatDimension, { name: string; clicks: number }[]>>;
  /**
   * The first day from which on all clicks are stored, so that they can be filtered: 1970-01-01 if none were removed;
   * null if none are stored, or for several links.
   */
  filterableFrom: string | null;
};

export const MARK_KINDS = ["destination", "paused", "activated", "deleted"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A change to a link that may explain its clicks. */
export type UrlMark = {
  /** Id of the audit entry. */
  id: string;
  /** ISO 8601 */
  at: string;
  kind: MarkKind;
  /** The new destination; null for other kinds, and for those who may not edit the link. */
  destination: string | null;
};

/** Changes to a link in a range, oldest first. */
export type UrlMarks = {
  marks: UrlMark[];
  /** Number of older changes in the range that are left out. */
  omitted: number;
};
export const MAX_MARKS = 50;

/** Answer of GET /api/urls/compare, in the order requested. */
export type ComparedUrl = {
  id: string;
  shortCode: string;
  shortUrl: string;
  originalUrl: string;
  status: UrlStatus;
  /** All links have the same range and interval. */
  stats: Stats;
};

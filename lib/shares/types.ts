import type { UrlStatus } from "@/lib/urls/types";

/** Ranges that a shared page can show, shortest first. Each is at least twice as long as the one before. */
export const SHARE_RANGES = ["7d", "30d", "90d", "12m", "all"] as const;
export type ShareRange = (typeof SHARE_RANGES)[number];

/** A shared page of a link's statistics as returned by the API, without its token. */
export type StatShare = {
  id: string;
  /** The page's audience or purpose. */
  name: string | null;
  /** The longest range that it shows. */
  maxRange: ShareRange;
  showsDestination: boolean;
  hasPassword: boolean;
  /** Null if the caller may not see who it was. */
  createdByName: string | null;
  /** Whether the page is unavailable because its creator currently may not edit the link. */
  isSuspended: boolean;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601; null if it does not expire. */
  expiresAt: string | null;
  /** ISO 8601, accurate to the hour, bots excluded; null if never viewed. */
  lastViewedAt: string | null;
};

/** Response to creating a shared page, the only one that contains its address. */
export type CreatedStatShare = StatShare & { url: string };

/** Dimensions by which a shared page breaks clicks down. */
export const SHARED_DIMENSIONS = [
  "referrer",
  "country",
  "device",
  "os",
  "browser",
  "access",
  "hour",
  "weekday",
] as const;
type SharedDimension = (typeof SHARED_DIMENSIONS)[number];

type SharedTotals = { clicks: number; visitors: number; scans: number };

/** Everything that a shared page shows: no addresses, user agents, people, groups, ids or other links. */
export type SharedStats = SharedTotals & {
  shortUrl: string;
  status: UrlStatus;
  /** Null unless the page's creator chose to show it. */
  originalUrl: string | null;
  /** The range shown; `ranges` are those available. */
  range: ShareRange;
  ranges: ShareRange[];
  /** Days in the installation's time zone, inclusive. */
  from: string;
  to: string;
  interval: "day" | "week" | "month";
  /** IANA name */
  timeZone: string;
  /** Excluded from all other numbers. */
  bots: number;
  /** The equally long period before; null if the page may not show it, or there is none. */
  before: (SharedTotals & { from: string; to: string }) | null;
  /** Oldest first, including intervals without clicks. */
  series: { start: string; clicks: number; visitors: number | null; before: number | null }[];
  /** Most frequent first; hours and weekdays in their order. No hours if few days have clicks. */
  breakdowns: Partial<Record<SharedDimension, { name: string; clicks: number }[]>>;
};

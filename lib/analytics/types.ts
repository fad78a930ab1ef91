import type { ShortUrl } from "@/lib/urls/types";

/** Clicks by name, most frequent first. */
export type Counts = Record<string, number>;

/** Clicks by people, without bots. Unknown values are counted as "Unknown". */
export type Breakdown = {
  totalClicks: number;
  uniqueVisitors: number;
  accessMethods: { qr: number; direct: number };
  /** mobile, tablet, desktop, other */
  deviceTypes: Counts;
  operatingSystems: Counts;
  browsers: Counts;
  /** By host; "Direct" if there is no referrer or it is this installation. */
  referrers: Counts;
  /** ISO 3166-1 alpha-2 */
  countries: Counts;
  /** By day (YYYY-MM-DD) in the installation's time zone, oldest first, including days without clicks. */
  dailyClicks: Counts;
  /** Bots and prefetches, which no other number includes. */
  botClicks: number;
};

export type GlobalAnalytics = Breakdown;

/** One visit in the analytics dialog. */
export type UrlClick = {
  id: string;
  /** ISO 8601 */
  timestamp: string;
  ipAddress: string | null;
  referer: string | null;
  /** The referring site, as counted; null for a direct visit. */
  referrerHost: string | null;
  userAgent: string | null;
  accessMethod: "qr" | "direct";
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  country: string | null;
  /** Includes the country: "Vienna, AT". */
  city: string | null;
  /** ISO 639, "de". */
  language: string | null;
  /** Placement of the scanned QR code. */
  placement: string | null;
  isBot: boolean;
};

/** The stat cards. */
export type DashboardStats = {
  totalUrls: number;
  totalClicks: number;
  activeUsers: number;
  qrScans: number;
  /**
   * Changes in the last 30 days compared with the 30 before, as displayed ("+12%", "+3"); null if there is nothing to
   * compare with.
   */
  changes: Record<Stat, string | null>;
  /** The compared numbers: links created, clicks, users who joined, QR scans. */
  compared: Record<Stat, { last: number; before: number }>;
};

type Stat = "totalUrls" | "totalClicks" | "activeUsers" | "qrScans";

export type TopUrl = Pick<
  ShortUrl,
  "id" | "shortCode" | "shortUrl" | "originalUrl" | "status" | "createdAt" | "clickCount"
>;

/** Maximum length of a list of the most clicked links. */
export const TOP_URLS_MAX = 50;
/** Maximum number of links in GET /api/analytics/top-urls. */
export const PERIOD_TOP_URLS_MAX = 200;

/** The links with the most clicks in a period, including deleted ones. */
export type PeriodTopUrls = {
  /** Clicks of all links. */
  totalClicks: number;
  /** Most clicked first; `clickCount` counts the period only. */
  urls: TopUrl[];
};

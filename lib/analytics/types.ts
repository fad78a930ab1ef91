/** Spec section 9; `all` has no beginning. */
export const PERIODS = ["day", "week", "month", "all"] as const;
export type Period = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: Period = "week";

/** Clicks by name, the most frequent first. */
export type Counts = Record<string, number>;

/** Clicks of people within a period, bots left out. What is not known is counted under "Unknown". */
export type Breakdown = {
  totalClicks: number;
  uniqueVisitors: number;
  accessMethods: { qr: number; direct: number };
  /** mobile, tablet, desktop, other */
  deviceTypes: Counts;
  operatingSystems: Counts;
  browsers: Counts;
  /** Hosts; "Direct" for none and for the product's own. */
  referrers: Counts;
  /** ISO 3166-1 alpha-2 */
  countries: Counts;
  /** Days (YYYY-MM-DD) of the installation's time zone, oldest first, those without clicks too. */
  dailyClicks: Counts;
  /** Visits by bots and prefetches, which no other number holds. */
  botClicks: number;
};

export type GlobalAnalytics = Breakdown;
export type UrlAnalyticsSummary = Breakdown;

/** One visit in the analytics dialog. */
export type UrlClick = {
  id: string;
  /** ISO 8601 */
  timestamp: string;
  ipAddress: string | null;
  referer: string | null;
  userAgent: string | null;
  accessMethod: "qr" | "direct";
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  country: string | null;
  isBot: boolean;
};

/** The stat cards. */
export type DashboardStats = {
  totalUrls: number;
  totalClicks: number;
  activeUsers: number;
  qrScans: number;
  /** The last 30 days against the 30 before, as shown ("+12%", "+3"); null: nothing to compare with. */
  changes: {
    totalUrls: string | null;
    totalClicks: string | null;
    activeUsers: string | null;
    qrScans: string | null;
  };
};

export type TopUrl = {
  id: string;
  shortCode: string;
  shortUrl: string;
  originalUrl: string;
  clickCount: number;
};

/** Of all links, or of one: what GET /api/analytics/live tells, at first and whenever it changes. */
export type LiveTotals = {
  /** Clicks of people ever, and how many of them came by QR code. */
  totalClicks: number;
  qrScans: number;
  /** Of the installation's present day. */
  todayClicks: number;
  todayVisitors: number;
};

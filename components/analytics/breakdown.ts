import type { Breakdown, Counts, Period, PeriodTopUrls, TopUrl } from "@/lib/analytics/types";
import { OTHER } from "@/lib/clicks/types";

/** Spec section 9. */
export const TOP_ENTRIES = 5;
export const DAILY_ACTIVITY_DAYS = 7;

export const PERIOD_LABELS: Record<Period, string> = {
  day: "Today",
  week: "Last 7 days",
  month: "Last 30 days",
  all: "All time",
};

export type Share = {
  key: string;
  label: string;
  count: number;
  /** Share of the total, 0 to 1. */
  share: number;
  /** Whether the row stands for everything that the other rows leave out. */
  isOther?: boolean;
  /** The link, if the row stands for one. */
  url?: TopUrl;
  /** Address of its analytics; without it, they open in a dialog. */
  href?: string;
};

/** All named entries, those with the most clicks first, and their share of all clicks. */
export function toShares(counts: Counts, total: number, toLabel = (key: string) => key): Share[] {
  return Object.entries(counts)
    .filter(([key, count]) => count > 0 && key !== OTHER)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([key, count]) => ({ key, label: toLabel(key), count, share: shareOf(count, total) }));
}

/** Adds a row for everything else, so that the counts add up to the total. */
export function withOther(shares: readonly Share[], total: number): Share[] {
  const count = total - shares.reduce((sum, share) => sum + share.count, 0);
  // No name has a NUL.
  const other = { key: "\0", label: OTHER, count, share: shareOf(count, total), isOther: true };
  return count > 0 ? [...shares, other] : [...shares];
}

/** The links of a period as shares of its clicks. */
export function linkShares({ totalClicks, urls }: PeriodTopUrls, toHref?: (url: TopUrl) => string): Share[] {
  return urls.map((url) => ({
    key: url.id,
    label: url.shortCode,
    count: url.clickCount,
    share: shareOf(url.clickCount, totalClicks),
    url,
    ...(toHref && { href: toHref(url) }),
  }));
}

/** The shares whose name, or whose link's destination, contains the text in any case. */
export function findShares(shares: readonly Share[], text: string): readonly Share[] {
  const wanted = text.trim().toLowerCase();
  return shares.filter(({ label, url }) => `${label} ${url?.originalUrl ?? ""}`.toLowerCase().includes(wanted));
}

export function shareOf(count: number, total: number): number {
  return total > 0 ? count / total : 0;
}

/** 0.4567 as "45.7%" (spec section 2). */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

const ACCESS_METHOD_LABELS: Record<string, string> = { qr: "QR Code", direct: "Direct URL" };

export function accessMethodLabel(method: string): string {
  return ACCESS_METHOD_LABELS[method] ?? method;
}

/** "mobile" as "Mobile". */
export function deviceLabel(type: string): string {
  // Not "Other", which stands for everything that is not listed.
  if (type === "other") return "TVs, consoles, wearables";
  return type.charAt(0).toUpperCase() + type.slice(1);
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** The English name of an ISO 3166-1 code; any other text unchanged. */
export function countryLabel(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code;
}

/** The cards of each tab. */
export const BREAKDOWN_CARDS = {
  overview: [
    {
      title: "Access Methods",
      of: ({ accessMethods }: Breakdown): Counts => accessMethods,
      toLabel: accessMethodLabel,
    },
    { title: "Device Types", of: ({ deviceTypes }: Breakdown): Counts => deviceTypes, toLabel: deviceLabel },
    { title: "Traffic Sources", of: ({ referrers }: Breakdown): Counts => referrers },
  ],
  detailed: [
    { title: "Operating Systems", of: ({ operatingSystems }: Breakdown): Counts => operatingSystems },
    { title: "Browsers", of: ({ browsers }: Breakdown): Counts => browsers },
    { title: "Countries", of: ({ countries }: Breakdown): Counts => countries, toLabel: countryLabel },
  ],
} as const;

export function accessShares({ accessMethods: { qr, direct }, totalClicks }: Breakdown): Share[] {
  return [
    { key: "qr", label: "QR Code", count: qr, share: shareOf(qr, totalClicks) },
    { key: "direct", label: "Direct URL", count: direct, share: shareOf(direct, totalClicks) },
  ];
}

export function deviceShares({ deviceTypes, totalClicks }: Breakdown): Share[] {
  const { mobile = 0, tablet = 0 } = deviceTypes;
  const other = totalClicks - mobile - tablet;
  return [
    { key: "mobile", label: "Mobile", count: mobile, share: shareOf(mobile, totalClicks) },
    { key: "tablet", label: "Tablet", count: tablet, share: shareOf(tablet, totalClicks) },
    { key: "other", label: "Other", count: other, share: shareOf(other, totalClicks) },
  ];
}

export type Day = {
  /** YYYY-MM-DD */
  date: string;
  count: number;
  /** Whether the day is today, so that its count isn't final. */
  isUnfinished: boolean;
};

/** The days of a period that ends today; oldest first. */
export function daysUntilToday(dailyClicks: Counts): Day[] {
  return daysOf(dailyClicks, Object.keys(dailyClicks).sort().at(-1));
}

/** The days of a period, oldest first. */
export function daysOf(dailyClicks: Counts, today: string | undefined): Day[] {
  return Object.entries(dailyClicks)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, count]) => ({ date, count, isUnfinished: date === today }));
}

const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
const SHORT_DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** "Mon, Nov 23": a calendar day in the installation's time zone, so the same in every browser. */
export function formatWeekday(date: string): string {
  return WEEKDAY.format(new Date(`${date}T00:00:00Z`));
}

/** The label of a day, with "so far" if it is not over. */
export function dayLabel({ date, isUnfinished }: Day): string {
  return isUnfinished ? `${formatWeekday(date)}, so far` : formatWeekday(date);
}

export function formatShortDay(date: string): string {
  return SHORT_DAY.format(new Date(`${date}T00:00:00Z`));
}

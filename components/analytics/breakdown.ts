import type { Breakdown, Counts, Period } from "@/lib/analytics/types";

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
  /** Of the total, 0 to 1. */
  share: number;
};

/** The entries with the most clicks, and their share of all clicks. */
export function topShares(
  counts: Counts,
  total: number,
  { toLabel = (key) => key, max = TOP_ENTRIES }: { toLabel?: (key: string) => string; max?: number } = {},
): Share[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([key, count]) => ({ key, label: toLabel(key), count, share: shareOf(count, total) }));
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
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
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
    { title: "Device Types", of: ({ deviceTypes }: Breakdown): Counts => deviceTypes, toLabel: capitalise },
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
};

/** Oldest first. */
export function daysOf(dailyClicks: Counts): Day[] {
  return Object.entries(dailyClicks)
    .map(([date, count]) => ({ date, count }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
const SHORT_DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** A calendar day in the installation's time zone; shown the same in every browser. */
export function formatDay(date: string): string {
  return WEEKDAY.format(new Date(`${date}T00:00:00Z`));
}

export function formatShortDay(date: string): string {
  return SHORT_DAY.format(new Date(`${date}T00:00:00Z`));
}

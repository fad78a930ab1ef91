import type { Value } from "@/components/stats/shown-values";
import type { Breakdown, Counts } from "@/lib/analytics/types";

/** Spec section 9. */
export const TOP_ENTRIES = 5;
export const DAILY_ACTIVITY_DAYS = 7;

/** Counts by name, the most frequent first. */
export function toValues(counts: Counts): Value[] {
  return Object.entries(counts)
    .map(([name, clicks]) => ({ name, clicks }))
    .sort((a, b) => b.clicks - a.clicks || (a.name < b.name ? -1 : 1));
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

/** The cards of each tab: title, dimension and property. */
export const BREAKDOWN_CARDS = {
  overview: [
    ["Access Methods", "access", "accessMethods"],
    ["Device Types", "device", "deviceTypes"],
    ["Traffic Sources", "referrer", "referrers"],
  ],
  detailed: [
    ["Operating Systems", "os", "operatingSystems"],
    ["Browsers", "browser", "browsers"],
    ["Countries", "country", "countries"],
  ],
} as const;

export function accessValues({ accessMethods: { qr, direct } }: Breakdown): Value[] {
  return [
    { name: "QR Code", clicks: qr },
    { name: "Direct URL", clicks: direct },
  ];
}

export function deviceValues({ deviceTypes, totalClicks }: Breakdown): Value[] {
  const { mobile = 0, tablet = 0 } = deviceTypes;
  return [
    { name: "Mobile", clicks: mobile },
    { name: "Tablet", clicks: tablet },
    { name: "Other", clicks: totalClicks - mobile - tablet },
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

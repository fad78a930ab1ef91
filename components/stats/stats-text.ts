import { accessMethodLabel, countryLabel, deviceLabel, formatShortDay } from "@/components/analytics/breakdown";
import type { Days, StatsView } from "@/components/stats/stats-address";
import { destinationText } from "@/components/urls/short-link-text";
import { OTHER } from "@/lib/clicks/types";
import { cutText, formatDay, plural } from "@/lib/format";
import {
  type Interval,
  type MarkKind,
  type Range,
  type StatDimension,
  type StatFilter,
  type Stats,
  UNKNOWN,
  type UrlMark,
} from "@/lib/stats/types";

/** Short labels for a row of buttons. */
export const RANGE_LABELS: Record<Range, string> = {
  today: "Today",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  "12m": "12 months",
  all: "All time",
};

export const INTERVAL_LABELS: Record<Interval, string> = { hour: "Hour", day: "Day", week: "Week", month: "Month" };

export const DIMENSION_LABELS: Record<StatDimension, { title: string; one: string }> = {
  referrer: { title: "Traffic Sources", one: "Source" },
  country: { title: "Countries", one: "Country" },
  city: { title: "Cities", one: "City" },
  language: { title: "Languages", one: "Language" },
  device: { title: "Device Types", one: "Device" },
  os: { title: "Operating Systems", one: "Operating system" },
  browser: { title: "Browsers", one: "Browser" },
  access: { title: "Access Methods", one: "Access" },
  placement: { title: "Placements", one: "Placement" },
  hour: { title: "Hour of Day", one: "Hour" },
  weekday: { title: "Weekday", one: "Weekday" },
};

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const LANGUAGES = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** A value in words: "DE" as "Germany". */
export function valueLabel({ by, value }: StatFilter): string {
  switch (by) {
    case "country":
      return countryLabel(value);
    case "device":
      return deviceLabel(value);
    case "access":
      return accessMethodLabel(value);
    case "placement":
      return value === UNKNOWN ? "No placement" : value;
    case "hour":
      return value === UNKNOWN ? value : `${value}:00 to ${value}:59`;
    case "weekday":
      return WEEKDAYS[Number(value) - 1] ?? value;
    case "language":
      return /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(value) ? (LANGUAGES.of(value) ?? value) : value;
    default:
      return value;
  }
}

/** Whether a value can be used as a filter: "Other" stands for several values. */
export function canFilterBy({ value }: StatFilter): boolean {
  return value !== OTHER;
}

/** "Nov 1 – Nov 22, 2026", or one day. */
export function formatDays({ from, to }: Days): string {
  if (from === to) return formatDay(to);
  const isSameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isSameYear ? formatShortDay(from) : formatDay(from)} – ${formatDay(to)}`;
}

/** The period of a report: "Last 30 days, Oct 24 – Nov 22, 2026". */
export function periodText(view: StatsView, stats: Pick<Stats, "from" | "to">): string {
  const days = formatDays(stats);
  return typeof view.range === "object" ? days : `${rangeLabel(view.range)}, ${days}`;
}

/** The caption for an image of the chart: its days and, on a separate line, the filters. */
export function chartCaption(stats: Pick<Stats, "from" | "to" | "interval" | "filters">): string[] {
  const filters = stats.filters.map((filter) => `${DIMENSION_LABELS[filter.by].one}: ${valueLabel(filter)}`);
  const period = `Clicks by ${stats.interval}: ${formatDays(stats)}`;
  return filters.length > 0 ? [period, `Only ${filters.join("; ")}`] : [period];
}

/** The numbers for screen readers: "40 clicks. Clicks by day: Nov 16 – Nov 22, 2026. Only Country: Germany". */
export function statsText(stats: Pick<Stats, "clicks" | "from" | "to" | "interval" | "filters">): string {
  return [plural(stats.clicks, "click"), ...chartCaption(stats)].join(". ");
}

/** "Last 30 days", or the days of a range. */
export function rangeLabel(range: Range | Days): string {
  if (typeof range === "object") return formatDays(range);
  const label = RANGE_LABELS[range];
  return /^\d/.test(label) ? `Last ${label}` : label;
}

const MARK_LABELS: Record<MarkKind, string> = {
  destination: "Destination changed",
  paused: "Paused",
  activated: "Activated",
  deleted: "Deleted",
};

const DESTINATION_LENGTH = 60;

/** A change to a link, with the new destination for those who may see it. */
export function markLabel({ kind, destination }: Pick<UrlMark, "kind" | "destination">): string {
  if (!destination) return MARK_LABELS[kind];
  return `${MARK_LABELS[kind]} to ${cutText(destinationText(destination), DESTINATION_LENGTH)}`;
}

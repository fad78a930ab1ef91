const NUMBER = new Intl.NumberFormat("en-US");
const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const DATE_TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** 1234 as "1,234". */
export function formatCount(count: number): string {
  return NUMBER.format(count);
}

export type Total = {
  /** All matches, not only the loaded ones. */
  total: number;
  /** Counting stopped at `total`; there are more. */
  hasMoreThanTotal?: boolean | undefined;
};

/** "1,234", or "more than 10,000" if counting stopped there. */
export function formatTotal({ total, hasMoreThanTotal }: Total): string {
  return hasMoreThanTotal ? `more than ${formatCount(total)}` : formatCount(total);
}

/** An ISO date as "Nov 21, 2026", in the viewer's time zone. */
export function formatDate(iso: string): string {
  return DATE.format(new Date(iso));
}

/** A day, YYYY-MM-DD, as "Nov 21, 2026". */
export function formatDay(day: string): string {
  return DAY.format(new Date(day));
}

/** An ISO date as "Nov 21, 2026, 3:04 PM", in the viewer's time zone. */
export function formatDateTime(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

/** "+12%" or "−4%"; "−100%" only for zero, and null without a number to compare with. */
export function changeText(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return "0%";
  const shown = now > 0 ? Math.max(-99, percent) : percent;
  return `${shown > 0 ? "+" : "−"}${formatCount(Math.abs(shown))}%`;
}

const RELATIVE = new Intl.RelativeTimeFormat("en-US", { numeric: "always", style: "short" });
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A past ISO date as "3 min. ago" or "1 day ago" (24 to 48 hours); "now" within the last minute. */
export function formatRelative(iso: string, now = Date.now()): string {
  const elapsed = now - Date.parse(iso);
  const [unit, length] = UNITS.find(([, milliseconds]) => elapsed >= milliseconds) ?? [];
  return unit ? RELATIVE.format(-Math.floor(elapsed / length), unit) : "now";
}

const SIZES = ["kB", "MB", "GB"];

/** 12345678 as "12.3 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  // 999,950 would be rounded to 1,000.0 kB.
  const power = Math.min(Math.floor(Math.log10(bytes * 1.00005) / 3), SIZES.length);
  return `${(bytes / 1_000 ** power).toFixed(1)} ${SIZES[power - 1]}`;
}

/** 30 as "30 s", 600 as "10:00". */
export function formatSeconds(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "Firefox on Windows", or the known part of it. */
export function formatDevice({ browser, os }: { browser: string | null; os: string | null }): string {
  return [browser, os].filter(Boolean).join(" on ") || "Unknown browser";
}

/** "1 URL", "3 URLs". */
export function plural(count: number, singular: string, pluralForm = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : pluralForm}`;
}

/** "png, svg or pdf" */
export function oneOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** Truncates a text to `length` characters and appends an ellipsis if anything was cut. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}…`;
}

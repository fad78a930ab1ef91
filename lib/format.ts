const NUMBER = new Intl.NumberFormat("en-US");
const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const DATE_TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** 1234 as "1,234". */
export function formatCount(count: number): string {
  return NUMBER.format(count);
}

export type Total = {
  /** All that match, not only those that are here. */
  total: number;
  /** There are more than `total`, which is as far as was counted. */
  hasMoreThanTotal?: boolean | undefined;
};

/** How many match in all: "1,234", and "more than 10,000" where that is as far as was counted. */
export function formatTotal({ total, hasMoreThanTotal }: Total): string {
  return hasMoreThanTotal ? `more than ${formatCount(total)}` : formatCount(total);
}

/** An ISO date as "Nov 21, 2026", in the viewer's time zone. */
export function formatDate(iso: string): string {
  return DATE.format(new Date(iso));
}

/** An ISO date as "Nov 21, 2026, 3:04 PM", in the viewer's time zone. */
export function formatDateTime(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

const RELATIVE = new Intl.RelativeTimeFormat("en-US", { numeric: "auto", style: "short" });
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** An ISO date of the past as "3 min. ago", "yesterday", and "now" within the last minute. */
export function formatRelative(iso: string, now = Date.now()): string {
  const elapsed = now - Date.parse(iso);
  const [unit, length] = UNITS.find(([, milliseconds]) => elapsed >= milliseconds) ?? [
    "second",
    Number.POSITIVE_INFINITY,
  ];
  return RELATIVE.format(-Math.floor(elapsed / length) || 0, unit);
}

/** "Firefox on Windows", or as much of it as is known. */
export function formatDevice({ browser, os }: { browser: string | null; os: string | null }): string {
  return [browser, os].filter(Boolean).join(" on ") || "Unknown browser";
}

/** "1 URL", "3 URLs". */
export function plural(count: number, singular: string, pluralForm = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : pluralForm}`;
}

/** The first characters of a text; an ellipsis where that is not all. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}…`;
}

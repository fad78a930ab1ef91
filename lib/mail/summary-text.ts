import { changeText, formatCount, plural } from "@/lib/format";
import { composeMail, type MailList } from "@/lib/mail/layout";
import type { Mail } from "@/lib/mail/send";

/** Clicks and scans by people, in the period and in the one before. */
export type SummaryLink = { shortCode: string; clicks: number; clicksBefore: number; scans: number };

export type Summary = {
  /** First and last day, YYYY-MM-DD. */
  period: { from: string; to: string };
  clicks: number;
  clicksBefore: number;
  scans: number;
  /** Links with clicks in the period, the most clicked first. */
  topLinks: SummaryLink[];
  /** Links whose QR code was scanned for the first time in the period. */
  firstScans: SummaryLink[];
  /** Number of further links that were scanned for the first time. */
  moreFirstScans: number;
  /** The number of changed links, by kind of change. */
  changes: { created: number; redirected: number; paused: number; activated: number; deleted: number };
};

type SummaryContent = Summary & {
  brand: string;
  /** Link to the dashboard. */
  link: string;
  unsubscribeLink: string;
  frequency: "weekly" | "monthly";
};

/** A summary of a week or month of the recipient's links. */
export function summaryMail(content: SummaryContent): Omit<Mail, "to"> {
  const { brand, link, unsubscribeLink, frequency, clicks, clicksBefore, scans } = content;
  const unit = frequency === "weekly" ? "week" : "month";
  const number = clicks === 0 ? "no clicks" : plural(clicks, "click");
  const mail = composeMail({
    brand,
    subject: `Your ${unit} at ${brand}: ${number}`,
    lead: [
      `Your links got ${number} ${rangeText(content)}${comparedText(clicks, clicksBefore, unit)}.`,
      ...(scans > 0 ? [`${plural(scans, "click")} came from a QR code.`] : []),
    ],
    lists: listsOf(content, unit),
    action: { label: `Open ${brand}`, link },
    notes: [
      `Clicks by people on links that you created; bots are excluded. You get this summary every ${unit} because you turned it on under Your Sessions.`,
    ],
    unsubscribe: { label: "Unsubscribe from summaries", link: unsubscribeLink },
  });
  // Anyone who received a copy could unsubscribe the recipient.
  return { ...mail, isConfidential: true };
}

function listsOf({ topLinks, firstScans, moreFirstScans, changes }: SummaryContent, unit: string): MailList[] {
  const top = topLinks.map(({ shortCode, clicks, clicksBefore }) => ({
    name: shortCode,
    value: `${plural(clicks, "click")}${noteOfChange(clicks, clicksBefore, unit)}`,
  }));
  const scanned = firstScans.map(({ shortCode, scans }) => ({ name: shortCode, value: plural(scans, "scan") }));
  const more = moreFirstScans > 0 ? [{ name: "Others", value: plural(moreFirstScans, "link") }] : [];
  const changed = CHANGES.flatMap(([key, name]) =>
    changes[key] > 0 ? [{ name, value: plural(changes[key], "link") }] : [],
  );
  return [
    { title: "Top links", rows: top },
    { title: "QR codes scanned for the first time", rows: [...scanned, ...more] },
    { title: "Changes", rows: changed },
  ].filter(({ rows }) => rows.length > 0);
}

const CHANGES = [
  ["created", "Created"],
  ["redirected", "Destination changed"],
  ["paused", "Paused"],
  ["activated", "Activated"],
  ["deleted", "Deleted"],
] as const satisfies [keyof SummaryContent["changes"], string][];

/** "from November 16 to 22", "in October 2026" */
function rangeText({ frequency, period: { from, to } }: SummaryContent): string {
  if (frequency === "monthly") return `in ${format(from, { month: "long", year: "numeric" })}`;
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const end = isOneMonth ? { day: "numeric" as const } : LONG_DAY;
  return `from ${format(from, LONG_DAY)} to ${format(to, end)}`;
}

const LONG_DAY = { month: "long", day: "numeric" } as const;

function format(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`));
}

/** ", 12% more than the week before (1,101)" */
function comparedText(now: number, before: number, unit: string): string {
  if (before === 0) return now === 0 ? "" : `, after none the ${unit} before`;
  if (now === before) return `, as many as the ${unit} before`;
  const change = changeText(now, before);
  const compared = change === "0%" ? "about as many as" : `${change?.slice(1)} ${now > before ? "more" : "fewer"} than`;
  return `, ${compared} the ${unit} before (${formatCount(before)})`;
}

/** " (+12%)" */
function noteOfChange(now: number, before: number, unit: string): string {
  const change = changeText(now, before) ?? `none the ${unit} before`;
  return change === "0%" ? "" : ` (${change})`;
}

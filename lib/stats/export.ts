import { Readable } from "node:stream";
import type { Actor } from "@/lib/actor";
import { type CsvFile, toCsvFile } from "@/lib/analytics/export";
import { getGroupStats, getOwnStats, getUrlStats } from "@/lib/stats/queries";
import { filterText, type StatsQuery } from "@/lib/stats/schema";
import { type Interval, STAT_DIMENSIONS, type StatDimension, type Stats } from "@/lib/stats/types";
import { getUrlOrThrow } from "@/lib/urls/queries";

/**
 * The statistics of a link as a CSV file: exactly what `getUrlStats` returns.
 *
 * @throws AppError not_found, invalid
 */
export async function exportUrlStats(actor: Actor, id: string, query: StatsQuery, now = Date.now()): Promise<CsvFile> {
  const { url } = await getUrlOrThrow(actor, id);
  const stats = await getUrlStats(actor, url.id, query, now);
  return toFile(actor, stats, { name: url.shortCode, url: url.id });
}

/**
 * The statistics of a group as a CSV file.
 *
 * @throws AppError not_found, invalid
 */
export async function exportGroupStats(
  actor: Actor,
  group: string,
  query: StatsQuery,
  now = Date.now(),
): Promise<CsvFile> {
  return toFile(actor, await getGroupStats(actor, group, query, now), { name: "group", group });
}

/**
 * The statistics of the actor's own links as a CSV file.
 *
 * @throws AppError invalid
 */
export async function exportOwnStats(actor: Actor, query: StatsQuery, now = Date.now()): Promise<CsvFile> {
  return toFile(actor, await getOwnStats(actor, query, now), { name: "my-links" });
}

type Subject = { name: string; url?: string; group?: string };

function toFile(actor: Actor, stats: Stats, { name, ...subject }: Subject): Promise<CsvFile> {
  const fileName = `stats-${name}-${stats.from}-${stats.to}.csv`;
  return toCsvFile(actor, { ...subject, bots: "exclude", fileName, rows: Readable.from(toRows(stats)) });
}

type Row = {
  Kind: string;
  Name: string;
  Clicks: number | null;
  "Unique visitors": number | null;
  "Clicks before": number | null;
};

const INTERVAL_NAMES: Record<Interval, string> = { hour: "Hour", day: "Day", week: "Week of", month: "Month of" };

const KINDS: Record<StatDimension, string> = {
  referrer: "Referrer",
  country: "Country",
  city: "City",
  language: "Language",
  device: "Device type",
  os: "Operating system",
  browser: "Browser",
  access: "Access method",
  placement: "QR placement",
  hour: "Hour of the day",
  weekday: "Weekday (1 is Monday)",
};

function* toRows(stats: Stats): Generator<Row> {
  const row = (kind: string, name: string, numbers: Partial<Row> = {}): Row => ({
    Kind: kind,
    Name: name,
    Clicks: null,
    "Unique visitors": null,
    "Clicks before": null,
    ...numbers,
  });
  const { clicks, visitors, scans, bots, before } = stats;
  yield row("Total", `${stats.from} to ${stats.to}`, {
    Clicks: clicks,
    "Unique visitors": visitors,
    "Clicks before": before?.clicks ?? null,
  });
  yield row("QR scans", "", { Clicks: scans, "Clicks before": before?.scans ?? null });
  yield row("Bots", "", { Clicks: bots });
  for (const filter of stats.filters) yield row("Filter", filterText(filter));
  for (const { start, clicks, visitors, before } of stats.series) {
    const kind = INTERVAL_NAMES[stats.interval];
    yield row(kind, start, { Clicks: clicks, "Unique visitors": visitors, "Clicks before": before });
  }
  for (const dimension of STAT_DIMENSIONS) {
    for (const { name, clicks } of stats.breakdowns[dimension] ?? []) {
      yield row(KINDS[dimension], name, { Clicks: clicks });
    }
  }
}

import { Readable } from "node:stream";
import type { Actor } from "@/lib/actor";
import { type PeriodTopUrls, TOP_URLS_MAX } from "@/lib/analytics/types";
import { OTHER } from "@/lib/clicks/types";
import { type CsvFile, toCsvFile } from "@/lib/stats/csv-file";
import { compareUrls, getSumStats, getUrlStats } from "@/lib/stats/queries";
import { type CompareQuery, filterText, type StatsQuery, type UrlStatsQuery } from "@/lib/stats/schema";
import { getSumTopUrls } from "@/lib/stats/top-urls";
import { type Interval, STAT_DIMENSIONS, type StatDimension, type Stats } from "@/lib/stats/types";
import { getUrlOrThrow } from "@/lib/urls/queries";

/**
 * The statistics of a link as a CSV file: exactly what `getUrlStats` returns, with unique visitors by hour.
 *
 * @throws AppError not_found, invalid
 */
export async function exportUrlStats(
  actor: Actor,
  id: string,
  query: UrlStatsQuery,
  now = Date.now(),
): Promise<CsvFile> {
  const { url } = await getUrlOrThrow(actor, id);
  const stats = await getUrlStats(actor, url.id, { ...query, hourlyVisitors: "true" }, now);
  return toFile(actor, stats, { name: url.shortCode, url: url.id });
}

/**
 * The statistics of a group as a CSV file, or without one those of the actor's own links, with the most clicked links.
 *
 * @throws AppError not_found, invalid
 */
export async function exportSumStats(
  actor: Actor,
  group: string | null,
  query: StatsQuery,
  now = Date.now(),
): Promise<CsvFile> {
  const stats = await getSumStats(actor, group, query, now);
  const { range, from, to } = query;
  const top = await getSumTopUrls(actor, group, { range, from, to, limit: TOP_URLS_MAX }, now);
  return toFile(actor, stats, group === null ? { name: "my-links" } : { name: "group", group }, top);
}

/**
 * The statistics of compared links as a CSV file, one link after the other.
 *
 * @throws AppError not_found, invalid
 */
export async function exportComparedUrls(actor: Actor, query: CompareQuery, now = Date.now()): Promise<CsvFile> {
  const urls = await compareUrls(actor, query, now);
  const [first] = urls;
  const days = first ? `-${first.stats.from}-${first.stats.to}` : "";
  const fileName = `stats-compared${days}.csv`;
  const codes = urls.map(({ shortCode }) => shortCode);
  return toCsvFile(actor, { urls: codes, bots: "exclude", fileName, rows: Readable.from(rows()) });

  function* rows() {
    for (const { shortUrl, stats } of urls) {
      for (const one of toRows(stats)) yield { "Short URL": shortUrl, ...one };
    }
  }
}

type Subject = { name: string; url?: string; group?: string };

function toFile(actor: Actor, stats: Stats, { name, ...subject }: Subject, top?: PeriodTopUrls): Promise<CsvFile> {
  const fileName = `stats-${name}-${stats.from}-${stats.to}.csv`;
  const filters = stats.filters.map(filterText);
  return toCsvFile(actor, { ...subject, filters, bots: "exclude", fileName, rows: Readable.from(toRows(stats, top)) });
}

type Row = {
  Kind: string;
  Name: string;
  Clicks: number | null;
  "Unique visitors": number | null;
  "Clicks before": number | null;
};

export const INTERVAL_NAMES: Record<Interval, string> = {
  hour: "Hour",
  day: "Day",
  week: "Week of",
  month: "Month of",
};

export const KINDS: Record<StatDimension, string> = {
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

function row(kind: string, name: string, numbers: Partial<Row> = {}): Row {
  return { Kind: kind, Name: name, Clicks: null, "Unique visitors": null, "Clicks before": null, ...numbers };
}

/** @param top the most clicked of several links */
function* toRows(stats: Stats, top?: PeriodTopUrls): Generator<Row> {
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
  if (top) yield* topRows(top);
  for (const dimension of STAT_DIMENSIONS) {
    for (const { name, clicks } of stats.breakdowns[dimension] ?? []) {
      yield row(KINDS[dimension], name, { Clicks: clicks });
    }
  }
}

/** Rows that add up to the total. */
function* topRows({ totalClicks, urls }: PeriodTopUrls): Generator<Row> {
  for (const { shortUrl, clickCount } of urls) yield row("Short URL", shortUrl, { Clicks: clickCount });
  const rest = totalClicks - urls.reduce((sum, { clickCount }) => sum + clickCount, 0);
  if (rest > 0) yield row("Short URL", OTHER, { Clicks: rest });
}

import { Readable } from "node:stream";
import type { Actor } from "@/lib/actor";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import type { Breakdown } from "@/lib/analytics/types";
import { findPresentActor } from "@/lib/audit/present-actor";
import { BOTS_SQL, isWithinSql } from "@/lib/clicks/day-sql";
import { isAfter, newestClicks } from "@/lib/clicks/newest";
import type { DayRange } from "@/lib/days";
import { openExport } from "@/lib/db/export-rows";
import { sql } from "@/lib/db/sql";
import { forbidden } from "@/lib/errors";
import { getBaseUrl } from "@/lib/settings/queries";
import type { ExportQuery } from "@/lib/stats/analytics-schema";
import { type CsvFile, toCsvFile } from "@/lib/stats/csv-file";
import { INTERVAL_NAMES, KINDS } from "@/lib/stats/export";
import { rangeOf, readBreakdown, scopeOf } from "@/lib/stats/global-analytics";
import { findUrls, getUrlOrThrow } from "@/lib/urls/queries";

/**
 * Clicks or counts as a CSV file (RFC 4180, UTF-8 with a byte order mark): of a link for anyone who may see it, of a
 * group or of all links for an overall_admin. Rows are read as they are consumed, so memory use does not depend on
 * their number.
 *
 * @throws AppError forbidden, not_found, rate_limited
 */
export async function exportCsv(actor: Actor, query: ExportQuery, now = Date.now()): Promise<CsvFile> {
  if (!query.url && !canSeeGlobalAnalytics(actor)) throw forbidden();
  const scopeId = await scopeOf(actor, query);
  const range = await rangeOf(scopeId, query, now);
  const subject = query.url ? `-${(await getUrlOrThrow(actor, query.url)).url.shortCode}` : "";
  const rows =
    query.what === "clicks"
      ? await readClicks(actor, query, range)
      : Readable.from(breakdownRows(await readBreakdown(scopeId, range, query.bots)));
  // Short codes contain only characters that are valid in file names.
  const fileName = `${query.what}${subject}-${range.from}-${range.to}.csv`;
  return toCsvFile(actor, { ...query, fileName, rows });
}

function* breakdownRows(breakdown: Breakdown): Generator<{ Kind: string; Name: string; Clicks: number }> {
  const { totalClicks, uniqueVisitors, botClicks, ...named } = breakdown;
  const row = (kind: string, name: string, count: number) => ({ Kind: kind, Name: name, Clicks: count });
  yield row("Total clicks", "", totalClicks);
  yield row("Unique visitors", "", uniqueVisitors);
  yield row("Bot clicks", "", botClicks);
  const kinds: [string, Record<string, number>][] = [
    [KINDS.access, named.accessMethods],
    [KINDS.device, named.deviceTypes],
    [KINDS.os, named.operatingSystems],
    [KINDS.browser, named.browsers],
    [KINDS.referrer, named.referrers],
    [KINDS.country, named.countries],
    [INTERVAL_NAMES.day, named.dailyClicks],
  ];
  for (const [kind, counts] of kinds) {
    for (const [name, count] of Object.entries(counts)) yield row(kind, name, count);
  }
}

/** Reads clicks, newest first. */
async function readClicks(actor: Actor, { url, group, bots }: ExportQuery, days: DayRange): Promise<Readable> {
  const baseUrl = await getBaseUrl();
  const isInGroup = group ? sql`url_id IN (SELECT id FROM short_urls WHERE group_id = ${group})` : sql`true`;
  const condition = sql`${BOTS_SQL[bots]} AND ${url ? sql`url_id = ${url}` : isInGroup}`;
  const page = (last: ExportedClick | undefined, limit: number) =>
    url
      ? sql`
          SELECT * FROM stored_clicks
          WHERE ${condition} AND ${isWithinSql(days.from, days.to)} AND ${last ? isAfter(last) : sql`true`}
          ORDER BY occurred_at DESC, id DESC LIMIT ${limit}`
      : newestClicks({ condition, days, last, limit });
  const query = (last: ExportedClick | undefined, limit: number) => sql`
    SELECT clicks.*, short_code FROM (${page(last, limit)}) AS clicks JOIN short_urls ON short_urls.id = url_id
    ORDER BY occurred_at DESC, clicks.id DESC`;
  const toRecord = (click: ExportedClick) => toLine(click, baseUrl);
  return openExport(actor.id, { query, toRecord, isAllowed: () => mayStillExport(actor, url) });
}

/** A download takes minutes, during which the actor may lose their role, group or session. */
async function mayStillExport(actor: Actor, url: string | undefined): Promise<boolean> {
  const present = await findPresentActor(actor);
  if (!present) return false;
  return url ? (await findUrls(present, [url])).urls.size > 0 : canSeeGlobalAnalytics(present);
}

type ExportedClick = {
  id: string;
  short_code: string;
  occurred_at: Date;
  access_method: string;
  is_bot: boolean;
  device_type: string | null;
  os: string | null;
  browser: string | null;
  country: string | null;
  referrer_host: string | null;
  referer: string | null;
  user_agent: string | null;
  ip_address: string | null;
  placement: string | null;
  city: string | null;
  language: string | null;
};

/** New columns come last: clients may read them by position. */
function toLine(click: ExportedClick, baseUrl: string): Record<string, string | null> {
  return {
    Time: click.occurred_at.toISOString(),
    "Short code": click.short_code,
    "Access method": click.access_method,
    Bot: click.is_bot ? "yes" : "no",
    "Device type": click.device_type,
    "Operating system": click.os,
    Browser: click.browser,
    Country: click.country,
    "Referrer host": click.referrer_host,
    Referrer: click.referer,
    "User agent": click.user_agent,
    IP: click.ip_address,
    "QR placement": click.placement,
    City: click.city,
    Language: click.language,
    "Short URL": `${baseUrl}/${click.short_code}`,
  };
}

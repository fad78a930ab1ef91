import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Actor } from "@/lib/actor";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { resolveRange, scopeOf } from "@/lib/analytics/queries";
import { readBreakdown } from "@/lib/analytics/rollups";
import type { ExportQuery } from "@/lib/analytics/schema";
import type { Breakdown } from "@/lib/analytics/types";
import { findPresentActor } from "@/lib/audit/present-actor";
import { recordAudit } from "@/lib/audit/record";
import { BOTS_SQL, isWithinSql } from "@/lib/clicks/day-sql";
import { isAfter, newestClicks } from "@/lib/clicks/newest";
import { csvText } from "@/lib/csv-text";
import type { DayRange } from "@/lib/days";
import { openExport } from "@/lib/db/export-rows";
import { prisma } from "@/lib/db/prisma";
import { sql } from "@/lib/db/sql";
import { forbidden } from "@/lib/errors";
import { findUrls, getUrlOrThrow } from "@/lib/urls/queries";

export type CsvFile = { fileName: string; content: Readable };

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
  const range = await resolveRange(scopeId, query, now);
  const subject = query.url ? `-${(await getUrlOrThrow(actor, query.url)).url.shortCode}` : "";
  const rows =
    query.what === "clicks"
      ? await readClicks(actor, query, range)
      : Readable.from(breakdownRows(await readBreakdown({ scopeId, range, onlyBots: query.bots === "only" })));
  // Short codes contain only characters that are valid in file names.
  const fileName = `${query.what}${subject}-${range.from}-${range.to}.csv`;
  return toCsvFile(actor, { ...query, fileName, rows });
}

type FileInput = Pick<ExportQuery, "url" | "group" | "bots"> & {
  fileName: string;
  rows: Readable;
  /** Short codes of compared links. */
  urls?: string[];
  filters?: string[];
};

/**
 * Builds a file of records with the same fields. It is audited before it is sent, since clicks may contain visitors'
 * addresses.
 */
export async function toCsvFile(actor: Actor, input: FileInput): Promise<CsvFile> {
  const { fileName, rows, url, group, bots, urls, filters = [] } = input;
  const content = toCsv(rows);
  // Nothing reads it yet. An error until then is thrown below.
  content.on("error", () => undefined);
  try {
    await recordAudit(prisma(), actor, {
      action: "export.download",
      subject: { type: "export", id: url ?? group ?? "", label: fileName },
      after: { ...(group && { groupId: group }), ...(urls && { urls }), ...(filters.length > 0 && { filters }), bots },
    });
    if (content.errored) throw content.errored;
  } catch (error) {
    content.destroy();
    throw error;
  }
  return { fileName, content };
}

/** `csvText` keeps spreadsheets from reading text as a formula. */
function toCsv(rows: Readable): Readable {
  const csv = stringify({
    bom: true,
    header: true,
    escape_formulas: true,
    cast: { string: csvText },
    record_delimiter: "windows",
    // By default only CRLF is quoted, but readers also end a row at CR or LF.
    quoted_match: /[\r\n]/,
  });
  // An error in either stream ends both and releases the connection.
  rows.on("error", (error) => csv.destroy(error));
  csv.on("close", () => rows.destroy());
  return rows.pipe(csv);
}

function* breakdownRows(breakdown: Breakdown): Generator<{ Kind: string; Name: string; Clicks: number }> {
  const { totalClicks, uniqueVisitors, botClicks, ...named } = breakdown;
  const row = (kind: string, name: string, count: number) => ({ Kind: kind, Name: name, Clicks: count });
  yield row("Total clicks", "", totalClicks);
  yield row("Unique visitors", "", uniqueVisitors);
  yield row("Bot clicks", "", botClicks);
  const kinds: [string, Record<string, number>][] = [
    ["Access method", named.accessMethods],
    ["Device type", named.deviceTypes],
    ["Operating system", named.operatingSystems],
    ["Browser", named.browsers],
    ["Referrer", named.referrers],
    ["Country", named.countries],
    ["Day", named.dailyClicks],
  ];
  for (const [kind, counts] of kinds) {
    for (const [name, count] of Object.entries(counts)) yield row(kind, name, count);
  }
}

/** Reads clicks, newest first. */
function readClicks(actor: Actor, { url, group, bots }: ExportQuery, days: DayRange): Promise<Readable> {
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

function toRecord(click: ExportedClick): Record<string, string | null> {
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
  };
}

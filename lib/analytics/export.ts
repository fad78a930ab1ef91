import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { BOTS_SQL } from "@/lib/analytics/clicks";
import { csvText } from "@/lib/analytics/csv-text";
import type { DayRange } from "@/lib/analytics/days";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { resolveRange, scopeOf } from "@/lib/analytics/queries";
import { recordExport } from "@/lib/analytics/record-export";
import { readBreakdown } from "@/lib/analytics/rollups";
import type { ExportQuery } from "@/lib/analytics/schema";
import type { Breakdown } from "@/lib/analytics/types";
import { isWithinSql } from "@/lib/clicks/day-sql";
import { openExport } from "@/lib/db/export-rows";
import { forbidden } from "@/lib/errors";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { Actor } from "@/lib/users/types";

export type CsvFile = { fileName: string; content: Readable };

/**
 * Clicks, or what is counted of them, as a CSV file (RFC 4180, UTF-8 with a byte order mark): of a link
 * for whoever sees it, of a group or of all links for an overall_admin. Rows are read as they are
 * taken, so that the memory does not depend on their number.
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
  // A short code has no characters but those that a file name may have.
  const fileName = `${query.what}${subject}-${range.from}-${range.to}.csv`;
  const content = toCsv(rows);
  // Nobody reads it yet: a failure meanwhile is thrown below.
  content.on("error", () => undefined);
  try {
    await recordExport(actor, query, fileName);
    if (content.errored) throw content.errored;
  } catch (error) {
    content.destroy();
    throw error;
  }
  return { fileName, content };
}

/** Every text goes through `csvText`, so that no spreadsheet takes it for a formula. */
function toCsv(rows: Readable): Readable {
  const csv = stringify({
    bom: true,
    header: true,
    escape_formulas: true,
    cast: { string: csvText },
    record_delimiter: "windows",
    // It quotes for the whole delimiter alone, while readers end a row at half of it.
    quoted_match: /[\r\n]/,
  });
  // An error of either ends both, so that the connection of the rows is let go.
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

/** Newest first. */
function readClicks(actor: Actor, { url, group, bots }: ExportQuery, range: DayRange): Promise<Readable> {
  const scope = url ? "clicks.url_id = $1" : group ? "short_urls.group_id = $1" : "$1::uuid IS NULL";
  const query = (last: ExportedClick | undefined, limit: number) => ({
    text: `
      SELECT clicks.*, short_code FROM clicks JOIN short_urls ON short_urls.id = clicks.url_id
      WHERE ${scope} AND ${BOTS_SQL[bots]} AND ${isWithinSql("occurred_at", "$2", "$3")}
        ${last ? "AND occurred_at <= $5 AND (occurred_at, clicks.id) < ($5, $6)" : ""}
      ORDER BY occurred_at DESC, clicks.id DESC LIMIT $4`,
    values: [url ?? group ?? null, range.from, range.to, limit, ...(last ? [last.occurred_at, last.id] : [])],
  });
  return openExport(actor.id, { query, toRecord });
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
  };
}

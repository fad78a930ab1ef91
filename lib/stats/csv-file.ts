import type { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { csvText } from "@/lib/csv-text";
import { prisma } from "@/lib/db/prisma";
import type { ExportQuery } from "@/lib/stats/analytics-schema";

export type CsvFile = { fileName: string; content: Readable };

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

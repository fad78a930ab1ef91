import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { Actor } from "@/lib/actor";
import { findPresentActor } from "@/lib/audit/present-actor";
import { csvText } from "@/lib/csv-text";
import { openExport } from "@/lib/db/export-rows";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { getQrFile } from "@/lib/qr/files/files";
import { labelSheets } from "@/lib/qr/files/sheet-file";
import { type Sheet, sheetSchema } from "@/lib/qr/files/sheet-schema";
import { zip } from "@/lib/qr/files/zip";
import { visibleUrls } from "@/lib/urls/visible";

/** Few, since codes may be large: a reader who has not taken all after half a minute is cut (export-rows.ts). */
const CODES_AT_ONCE = 3;
const MANIFEST_ROWS_AT_ONCE = 500;
/** Rights may end during a download, which can take up to half an hour. */
const CHECK_MS = 5_000;
const NOT_READY = "This file isn't ready yet. Try again in a few seconds.";

export const LINKS_OUT_OF_SIGHT = "You can no longer see all links in this file. Delete it and create a new one.";

type Download = { fileName: string; mediaType: string; content: Readable };

type Item = {
  position: number;
  urlId: string;
  shortCode: string;
  originalUrl: string;
  placement: string | null;
  format: string;
  baseUrl: string;
  /** Null in the first pass over the items of a ZIP file, for its list of them. */
  bytes: Buffer | null;
};

/**
 * The actor's ZIP file of codes, which starts with a list of them, `manifest.csv`; or their label sheets. Read while it
 * is consumed, so memory use does not depend on its size. It counts as a download of the actor, who has one at a time.
 *
 * @throws AppError not_found, including when the actor can no longer see one of its links; conflict if it isn't ready
 *   or can't be made; rate_limited
 */
export async function downloadQrFile(actor: Actor, id: string, checkMs = CHECK_MS): Promise<Download> {
  const { kind, fileName, done, total, failure, createdAt } = await getQrFile(actor, id);
  if (failure !== null) throw new AppError("conflict", failure);
  if (done < total) throw new AppError("conflict", NOT_READY, undefined, 2);
  await assertAllVisible(actor, id);
  const isSheet = kind === "sheet";
  const sheet = isSheet ? await readSheet(id) : null;
  const items = await openItems({ actor, id, checkMs, total, withManifest: !sheet });
  const bytes = sheet
    ? labelSheets(readLabels(items, total), sheet)
    : zip(readFiles(items, total), new Date(createdAt));
  const content = Readable.from(bytes, { objectMode: false });
  // Also if nobody reads any of it.
  content.once("close", () => items.destroy());
  return { fileName, mediaType: isSheet ? "application/pdf" : "application/zip", content };
}

type Reading = { actor: Actor; id: string; checkMs: number; total: number; withManifest: boolean };

/** All items in order, with their codes; before that, without them for the manifest. */
function openItems({ actor, id, checkMs, total, withManifest }: Reading): Promise<Readable> {
  let checkedAt = performance.now();
  return openExport<Item>(actor.id, {
    query: (last) => {
      const isManifest = withManifest && (!last || (last.bytes === null && last.position < total));
      const isStart = !last || (last.bytes === null && !isManifest);
      return sql`
        SELECT position, url_id AS "urlId", short_code AS "shortCode", qr_file_items.original_url AS "originalUrl",
          placement, format, base_url AS "baseUrl", CASE WHEN ${!isManifest} THEN bytes END AS bytes
        FROM qr_file_items JOIN qr_files ON qr_files.id = file_id JOIN short_urls ON short_urls.id = url_id
        WHERE file_id = ${id}::uuid AND position > ${isStart ? 0 : last.position}
        ORDER BY position LIMIT ${isManifest ? MANIFEST_ROWS_AT_ONCE : CODES_AT_ONCE}`;
    },
    toRecord: (row) => row,
    isAllowed: async () => {
      if (performance.now() - checkedAt < checkMs) return true;
      const present = await findPresentActor(actor);
      if (!present) return false;
      await assertAllVisible(present, id);
      checkedAt = performance.now();
      return true;
    },
  });
}

/** The actor may have lost a group or a role since they requested the file. */
async function assertAllVisible(actor: Actor, id: string): Promise<void> {
  const hidden = await queryRows(
    pool(),
    sql`
      SELECT FROM qr_file_items JOIN short_urls ON short_urls.id = url_id
      WHERE file_id = ${id}::uuid AND (${await visibleUrls(actor)}) IS NOT TRUE LIMIT 1`,
  );
  if (hidden.length > 0) throw new AppError("not_found", LINKS_OUT_OF_SIGHT);
}

async function readSheet(id: string): Promise<Sheet> {
  const { sheet } = await prisma().qrFile.findUniqueOrThrow({ where: { id }, select: { sheet: true } });
  return sheetSchema.parse(sheet);
}

async function* readLabels(items: Readable, total: number): AsyncGenerator<Buffer> {
  for await (const { bytes } of readCodes(items, total)) yield bytes;
}

async function* readFiles(items: Readable, total: number): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const file = (bytes: Buffer) => ({ name: "manifest.csv", bytes });
  let rows: Item[] = [];
  yield file(MANIFEST_HEAD);
  for await (const item of items.iterator({ destroyOnReturn: false }) as AsyncIterable<Item>) {
    rows.push(item);
    if (rows.length < MANIFEST_ROWS_AT_ONCE && item.position < total) continue;
    yield file(manifestOf(rows));
    rows = [];
    if (item.position === total) break;
  }
  for await (const { item, bytes } of readCodes(items, total)) yield { name: nameOf(item), bytes };
}

async function* readCodes(items: Readable, total: number): AsyncGenerator<{ item: Item; bytes: Buffer }> {
  let read = 0;
  for await (const item of items as AsyncIterable<Item>) {
    if (!item.bytes) break;
    yield { item, bytes: item.bytes };
    read += 1;
  }
  // Deleted in the meantime: abort the download rather than omit files.
  if (read < total) throw new Error("QR file deleted during its download");
}

/** Windows device names. Windows can't unpack files with these names, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Short codes contain only characters that are valid in file names, and no tilde. At its start, a hyphen would get an
 * apostrophe in the list, and be read as an option by programs.
 */
function nameOf({ shortCode, placement, format }: Item): string {
  const name = DEVICE.test(shortCode) ? `${shortCode}~` : shortCode.replace(/^-/, "~-");
  return `${name}${placement === null ? "" : `.${placement}`}.${format}`;
}

/** RFC 4180, UTF-8 with a byte order mark. `csvText` keeps spreadsheets from reading text as a formula. */
const MANIFEST_HEAD = Buffer.from(
  stringify([["id", "short code", "short URL", "destination", "placement", "file name"]], {
    bom: true,
    record_delimiter: "windows",
  }),
);

function manifestOf(items: readonly Item[]): Buffer {
  const rows = items.map((item) => {
    const { urlId, shortCode, originalUrl, placement, baseUrl } = item;
    return [urlId, shortCode, `${baseUrl}/${shortCode}`, originalUrl, placement ?? "", nameOf(item)].map(csvText);
  });
  return Buffer.from(stringify(rows, { record_delimiter: "windows" }));
}

import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { Actor } from "@/lib/actor";
import { findPresentActor } from "@/lib/auth/active-sessions";
import { csvText } from "@/lib/csv-text";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { getQrFile } from "@/lib/qr/files";
import { labelSheets } from "@/lib/qr/sheet-file";
import { sheetSchema } from "@/lib/qr/sheet-schema";
import { zip } from "@/lib/qr/zip";
import { visibleUrls } from "@/lib/urls/visible";

const ROWS_AT_ONCE = 10;
/** Rights may end during a download, which can take arbitrarily long. */
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
};

/**
 * The actor's ZIP file of codes, which includes a list of them, `manifest.csv`; or their label sheets. Read while it is
 * consumed, so memory use does not depend on its size.
 *
 * @throws AppError not_found, also when the actor can no longer see one of its links; conflict if it isn't ready or
 *   can't be made
 */
export async function downloadQrFile(actor: Actor, id: string, checkMs = CHECK_MS): Promise<Download> {
  const { kind, fileName, done, total, failure, createdAt } = await getQrFile(actor, id);
  if (failure !== null) throw new AppError("conflict", failure);
  if (done < total) throw new AppError("conflict", NOT_READY, undefined, 2);
  await assertAllVisible(actor, id);
  const isSheet = kind === "sheet";
  const bytes = isSheet ? await readSheets(id) : zip(readFiles(id), new Date(createdAt));
  const content = Readable.from(whileVisible(bytes, { actor, id, checkMs }), { objectMode: false });
  return { fileName, mediaType: isSheet ? "application/pdf" : "application/zip", content };
}

type Reading = { actor: Actor; id: string; checkMs: number };

/** Passes bytes on for as long as the actor may read them. */
async function* whileVisible(
  bytes: AsyncIterable<Uint8Array>,
  { actor, id, checkMs }: Reading,
): AsyncGenerator<Uint8Array> {
  let checkedAt = performance.now();
  for await (const chunk of bytes) {
    if (performance.now() - checkedAt >= checkMs) {
      const present = await findPresentActor(actor);
      if (!present) throw new Error("The user was signed out or paused during the download");
      await assertAllVisible(present, id);
      checkedAt = performance.now();
    }
    yield chunk;
  }
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

async function readSheets(id: string): Promise<AsyncIterable<Uint8Array>> {
  const { sheet } = await prisma().qrFile.findUniqueOrThrow({ where: { id }, select: { sheet: true } });
  return labelSheets(readLabels(id), sheetSchema.parse(sheet));
}

async function* readLabels(id: string): AsyncGenerator<Buffer> {
  for await (const { bytes } of readBytes(id, await readItems(id))) yield bytes;
}

async function* readFiles(id: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const items = await readItems(id);
  yield { name: "manifest.csv", bytes: manifestOf(items) };
  for await (const { item, bytes } of readBytes(id, items)) yield { name: nameOf(item), bytes };
}

async function* readBytes(id: string, items: readonly Item[]): AsyncGenerator<{ item: Item; bytes: Buffer }> {
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
    const batch = items.slice(from, from + ROWS_AT_ONCE);
    const images = await readImages(id, batch);
    for (const item of batch) {
      const bytes = images.get(item.position);
      // Deleted in the meantime: abort the download rather than omit files.
      if (!bytes) throw new Error("QR file deleted during its download");
      yield { item, bytes };
    }
  }
}

function readItems(id: string): Promise<Item[]> {
  return queryRows<Item>(
    pool(),
    sql`
      SELECT position, url_id AS "urlId", short_code AS "shortCode", qr_file_items.original_url AS "originalUrl", placement, format,
        base_url AS "baseUrl"
      FROM qr_file_items JOIN qr_files ON qr_files.id = file_id JOIN short_urls ON short_urls.id = url_id
      WHERE file_id = ${id}::uuid ORDER BY position`,
  );
}

async function readImages(id: string, items: readonly Item[]): Promise<ReadonlyMap<number, Buffer>> {
  const [first, last] = [items[0]?.position ?? 0, items.at(-1)?.position ?? 0];
  const rows = await queryRows<{ position: number; bytes: Buffer }>(
    pool(),
    sql`SELECT position, bytes FROM qr_file_items WHERE file_id = ${id}::uuid AND position BETWEEN ${first} AND ${last}`,
  );
  return new Map(rows.map(({ position, bytes }) => [position, bytes]));
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
function manifestOf(items: readonly Item[]): Buffer {
  const header = ["id", "short code", "short URL", "destination", "placement", "file name"];
  const rows = items.map((item) => {
    const { urlId, shortCode, originalUrl, placement, baseUrl } = item;
    return [urlId, shortCode, `${baseUrl}/${shortCode}`, originalUrl, placement ?? "", nameOf(item)].map(csvText);
  });
  return Buffer.from(stringify([header, ...rows], { bom: true, record_delimiter: "windows" }));
}

import type pg from "pg";
import { isDatabaseUnavailable, isLockConflict } from "@/lib/database-unavailable";
import { pool } from "@/lib/db/pool";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { allowIdle, inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { DEFAULT_DESIGN, type QrDesign, type QrDesignFormat, type QrSize } from "@/lib/qr/design";
import { designsInForce } from "@/lib/qr/designs/design-in-force";
import { readLogo } from "@/lib/qr/designs/logos";
import {
  QR_FILE_MAX_IMAGE_BYTES,
  QR_FILE_TOO_LARGE,
  QR_FILES_MAX_TOTAL_BYTES,
  QR_FILES_TOO_LARGE,
} from "@/lib/qr/files/schema";
import { labelOf } from "@/lib/qr/files/sheet-fit";
import type { Sheet } from "@/lib/qr/files/sheet-schema";
import { isLarge } from "@/lib/qr/image-size";
import { qrContent } from "@/lib/qr/render";
import { renderDesign, renderLabel } from "@/lib/qr/studio";
import type { RenderRequest } from "@/lib/qr/studio-types";
import { repeat } from "@/lib/repeat";

const POLL_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
/** Codes rendered and stored together, in a fraction of a second; large ones in seconds. */
const BATCH = 20;
const LARGE_BATCH = 2;
/**
 * Attempts before a file that can't be rendered for lack of a resource, such as memory, is skipped in favour of the
 * next.
 */
const MAX_ATTEMPTS = 5;
const FAILED = "These QR codes could not be rendered. Try again later.";

type Item = {
  fileId: string;
  position: number;
  urlId: string;
  groupId: string | null;
  shortCode: string;
  placement: string | null;
  format: QrDesignFormat;
  size: QrSize | null;
  baseUrl: string;
  /** Null for a ZIP file. */
  sheet: Sheet | null;
  originalUrl: string;
};

/**
 * Renders the QR codes of files until the signal. The rows without bytes are the queue: a worker locks a batch while it
 * renders, so that the rows of a killed worker are free at once (decision 0181).
 */
export function runQrFileWorker(signal: AbortSignal): Promise<void> {
  return repeat(
    { signal, pauseMs: POLL_MS, maxPauseMs: MAX_PAUSE_MS, failure: "rendering QR codes of a file failed" },
    async () => (await makeBatch()) > 0,
  );
}

/** More than all codes of a batch may take in their process (lib/qr/child-process.ts). */
const RENDERING_MINUTES = 5;
/** Attempts at the first code of a batch that this process could not finish, by file and position. */
const attempts = new Map<string, number>();

/**
 * Errors other than temporary ones fail the file, so that it doesn't keep others waiting.
 *
 * @returns the number of codes rendered or given up
 */
export async function makeBatch(): Promise<number> {
  let items: Item[] = [];
  try {
    await inTransaction(pool(), async (client) => {
      await allowIdle(client, RENDERING_MINUTES);
      items = await lockItems(client);
      const [head] = items;
      if (head) await store(client, head.fileId, await renderAll(items));
    });
    const [head] = items;
    if (head) attempts.delete(keyOf(head));
    else attempts.clear();
  } catch (error) {
    const [head] = items;
    if (!head || (isTemporary(error) && countAttempt(head) < MAX_ATTEMPTS)) throw error;
    const isExpected = error instanceof AppError && !isTemporary(error);
    if (!isExpected) log.error({ err: error, fileId: head.fileId }, "making a file of QR codes failed");
    // Outside the transaction, which an SQL error has aborted.
    await fail(head.fileId, isExpected ? error.message : FAILED);
    attempts.delete(keyOf(head));
  }
  return items.length;
}

function keyOf({ fileId, position }: Item): string {
  return `${fileId} ${position}`;
}

function countAttempt(head: Item): number {
  const count = (attempts.get(keyOf(head)) ?? 0) + 1;
  attempts.set(keyOf(head), count);
  return count;
}

/** Uses two transactions: a single one would lock the file before its codes, unlike deleting it. */
async function fail(fileId: string, failure: string): Promise<void> {
  await execute(
    pool(),
    sql`UPDATE qr_files SET failure = ${failure}, stored_bytes = 0 WHERE id = ${fileId}::uuid AND failure IS NULL`,
  );
  await execute(
    pool(),
    sql`UPDATE qr_file_items SET bytes = NULL WHERE file_id = ${fileId}::uuid AND bytes IS NOT NULL`,
  );
}

type WaitingFile = { id: string; requestedById: string; format: QrDesignFormat; size: QrSize | null };

/** Whose codes were rendered last. Requesters take turns, so that nobody waits for all files of another. */
let lastRequester = "00000000-0000-0000-0000-000000000000";

/** The next codes that no other worker renders: of one file, so that an error affects no other. */
async function lockItems(client: pg.PoolClient): Promise<Item[]> {
  const files = await queryRows<WaitingFile>(
    client,
    sql`
      SELECT id, requested_by_id AS "requestedById", format, size FROM qr_files
      WHERE failure IS NULL AND EXISTS (SELECT FROM qr_file_items WHERE file_id = qr_files.id AND bytes IS NULL)
      ORDER BY requested_by_id <= ${lastRequester}, requested_by_id, id`,
  );
  for (const file of files) {
    const items = await lockItemsOf(client, file);
    if (items.length === 0) continue;
    lastRequester = file.requestedById;
    return items;
  }
  return [];
}

function lockItemsOf(client: pg.PoolClient, { id, format, size }: WaitingFile): Promise<Item[]> {
  const limit = isLarge(format, size) ? LARGE_BATCH : BATCH;
  return queryRows<Item>(
    client,
    sql`
      SELECT file_id AS "fileId", position, url_id AS "urlId", group_id AS "groupId", short_code AS "shortCode",
        placement, format, size, base_url AS "baseUrl", sheet, qr_file_items.original_url AS "originalUrl"
      FROM qr_file_items JOIN qr_files ON qr_files.id = file_id JOIN short_urls ON short_urls.id = url_id
      WHERE file_id = ${id}::uuid AND bytes IS NULL AND failure IS NULL
      ORDER BY position LIMIT ${limit} FOR NO KEY UPDATE OF qr_file_items SKIP LOCKED`,
  );
}

type Rendered = { position: number; bytes: Buffer };

/** Renders the codes in the current designs of their links. */
async function renderAll(items: readonly Item[]): Promise<Rendered[]> {
  const urls = new Map(items.map(({ urlId, groupId }) => [urlId, { id: urlId, groupId }]));
  const designs = await designsInForce([...urls.values()]);
  const logos = new Map<string, Promise<Buffer | null>>();
  const logoOf = (design: QrDesign) => {
    const id = design.logo?.id ?? "";
    const known = logos.get(id) ?? readLogo(design);
    logos.set(id, known);
    return known;
  };
  return Promise.all(
    items.map(async (item) => {
      const design = designs.get(item.urlId)?.design ?? DEFAULT_DESIGN;
      return render(item, { design, logo: await logoOf(design) });
    }),
  );
}

/** @throws AppError with a message for the file's requester, unless it is temporary */
async function render(item: Item, look: Pick<RenderRequest, "design" | "logo">): Promise<Rendered> {
  const { position, shortCode, placement, format, size, baseUrl, sheet, originalUrl } = item;
  const shortUrl = `${baseUrl}/${shortCode}`;
  const code = { ...look, content: qrContent(shortUrl, placement ?? undefined) };
  try {
    if (sheet) {
      const label = labelOf({ shortUrl, title: placement ?? originalUrl }, sheet);
      return { position, bytes: await renderLabel({ ...code, ...label }) };
    }
    return { position, bytes: await renderDesign({ ...code, format, ...(size && { size }) }) };
  } catch (error) {
    if (isTemporary(error)) throw error;
    if (error instanceof AppError) throw new AppError("invalid", `${shortCode}: ${error.message}`);
    log.error({ err: error, shortCode }, "rendering a QR code failed");
    throw new AppError("invalid", `The QR code of ${shortCode} could not be rendered.`);
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "unavailable";
  return isDatabaseUnavailable(error) || isLockConflict(error);
}

/** Stores nothing if another worker has failed the file in the meantime. */
async function store(client: pg.PoolClient, fileId: string, rendered: readonly Rendered[]): Promise<void> {
  const size = rendered.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const [file] = await queryRows<{ storedBytes: string; totalBefore: string }>(
    client,
    sql`
      UPDATE qr_files SET stored_bytes = stored_bytes + ${size} WHERE id = ${fileId}::uuid AND failure IS NULL
      RETURNING stored_bytes AS "storedBytes", (SELECT sum(stored_bytes) FROM qr_files) AS "totalBefore"`,
  );
  if (!file) return;
  if (Number(file.storedBytes) > QR_FILE_MAX_IMAGE_BYTES) throw new AppError("invalid", QR_FILE_TOO_LARGE);
  if (Number(file.totalBefore) + size > QR_FILES_MAX_TOTAL_BYTES) throw new AppError("invalid", QR_FILES_TOO_LARGE);
  // One by one: pg sends an array of buffers as one long text.
  for (const { position, bytes } of rendered) {
    await execute(
      client,
      sql`UPDATE qr_file_items SET bytes = ${bytes} WHERE file_id = ${fileId}::uuid AND position = ${position}`,
    );
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { isDatabaseUnavailable } from "@/lib/db/database-unavailable";
import { pool } from "@/lib/db/pool";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { DEFAULT_DESIGN, type QrDesign, type QrDesignFormat, type QrSize } from "@/lib/qr/design";
import { designsInForce } from "@/lib/qr/design-in-force";
import { readLogo } from "@/lib/qr/logos";
import { qrContent } from "@/lib/qr/render";
import { type RenderRequest, renderDesign } from "@/lib/qr/studio";

const POLL_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
/** Rendered and stored together, in a fraction of a second. */
const BATCH = 50;

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
};

/**
 * Renders the QR codes of files until the signal. The rows without bytes are the queue: a worker locks a batch of them
 * for the time it takes, so that those of a killed worker are free at once (decision 0181).
 */
export async function runQrFileWorker(stopping: AbortSignal): Promise<void> {
  let pauseMs = POLL_MS;
  while (!stopping.aborted) {
    try {
      const count = await makeBatch();
      pauseMs = POLL_MS;
      if (count > 0) continue;
    } catch (error) {
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      log.warn({ err: error, retryInMs: pauseMs }, "rendering QR codes of a file failed; retrying");
    }
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** @returns how many codes were rendered, or given up */
export async function makeBatch(): Promise<number> {
  return inTransaction(pool(), async (client) => {
    const items = await lockItems(client);
    const rendered = await renderAll(items);
    const failed = rendered.find((one) => one.failure !== undefined);
    if (failed) {
      await execute(client, sql`UPDATE qr_files SET failure = ${failed.failure} WHERE id = ${failed.fileId}::uuid`);
      return items.length;
    }
    await store(client, rendered);
    return items.length;
  });
}

/** The next codes of the oldest file that no other worker renders. */
function lockItems(client: pg.PoolClient): Promise<Item[]> {
  return queryRows<Item>(
    client,
    sql`
      SELECT file_id AS "fileId", position, url_id AS "urlId", group_id AS "groupId", short_code AS "shortCode",
        placement, format, size, base_url AS "baseUrl"
      FROM qr_file_items JOIN qr_files ON qr_files.id = file_id JOIN short_urls ON short_urls.id = url_id
      WHERE bytes IS NULL AND failure IS NULL
      ORDER BY file_id, position LIMIT ${BATCH} FOR NO KEY UPDATE OF qr_file_items SKIP LOCKED`,
  );
}

type Rendered = Pick<Item, "fileId" | "position"> & { bytes?: Buffer; failure?: string };

/** In the designs that the links have now. */
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

/** A code that can't be rendered at all fails its file; anything else is tried again. */
async function render(item: Item, look: Pick<RenderRequest, "design" | "logo">): Promise<Rendered> {
  const { fileId, position, shortCode, placement, format, size, baseUrl } = item;
  const content = qrContent(`${baseUrl}/${shortCode}`, placement ?? undefined);
  try {
    return { fileId, position, bytes: await renderDesign({ content, ...look, format, ...(size && { size }) }) };
  } catch (error) {
    if (isTemporary(error)) throw error;
    if (error instanceof AppError) return { fileId, position, failure: `${shortCode}: ${error.message}` };
    // Otherwise no other file would ever be rendered.
    log.error({ err: error, fileId, shortCode }, "rendering a QR code failed");
    return { fileId, position, failure: `The QR code of ${shortCode} could not be rendered.` };
  }
}

function isTemporary(error: unknown): boolean {
  return (error instanceof AppError && error.code === "unavailable") || isDatabaseUnavailable(error);
}

async function store(client: pg.PoolClient, rendered: readonly Rendered[]): Promise<void> {
  const [fileIds, positions] = [rendered.map(({ fileId }) => fileId), rendered.map(({ position }) => position)];
  await execute(
    client,
    sql`
      UPDATE qr_file_items AS item SET bytes = rendered.bytes
      FROM unnest(${fileIds}::uuid[], ${positions}::int[], ${rendered.map(({ bytes }) => bytes)}::bytea[])
        AS rendered (file_id, position, bytes)
      WHERE item.file_id = rendered.file_id AND item.position = rendered.position`,
  );
}

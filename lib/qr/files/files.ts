import type pg from "pg";
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { plainArray } from "@/lib/db/arrays";
import { pool } from "@/lib/db/pool";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { execute, queryRows, type Sql, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { AppError, notFound } from "@/lib/errors";
import { plural } from "@/lib/format";
import { assertLabelsFit } from "@/lib/qr/files/check-labels";
import { partsOfLabel } from "@/lib/qr/files/label-layout";
import {
  type CreateQrFileInput,
  MAX_QR_FILES,
  QR_FILE_MAX_CODES,
  QR_FILE_TOO_MANY_CODES,
  QR_FILE_WITHOUT_CODES,
  TOO_MANY_QR_FILES,
} from "@/lib/qr/files/schema";
import { layoutOf, type Sheet } from "@/lib/qr/files/sheet-schema";
import { QR_FILE_KEPT_MS, type QrFile } from "@/lib/qr/types";
import { getBaseUrl } from "@/lib/settings/queries";
import { listUrls } from "@/lib/urls/list";
import type { ListUrlsQuery } from "@/lib/urls/list-schema";
import { visibleUrls } from "@/lib/urls/visible";

/**
 * Requests a ZIP file of QR codes or label sheets. Workers render them (lib/qr/files/make-files.ts); only the actor can
 * download it, for a day.
 *
 * @throws AppError not_found when the actor can't see one of the links; invalid when none has a QR code, or there are
 * too many; conflict when the actor has MAX_QR_FILES
 */
export async function createQrFile(actor: Actor, input: CreateQrFileInput, now = Date.now()): Promise<QrFile> {
  const ids = input.ids ? [...new Set(input.ids)] : await findIds(actor, input.filter ?? {});
  const [baseUrl, visible] = await Promise.all([getBaseUrl(), visibleUrls(actor)]);
  const id = uuidv7();
  const { format = "png", size, sheet } = input.sheet ? forSheet(input.sheet) : input;
  if (sheet) {
    const { withPlacements } = input;
    await assertLabelsFit(sheet, { ids, visible, withPlacements, baseUrl, requester: actor.id });
  }
  await prisma().$transaction(async (tx) => {
    // Locked so that concurrent requests are counted one at a time.
    await execute(tx, sql`SELECT FROM users WHERE id = ${actor.id}::uuid FOR NO KEY UPDATE`);
    if (
      (await tx.qrFile.count({ where: { requestedById: actor.id, expiresAt: { gt: new Date(now) } } })) >= MAX_QR_FILES
    ) {
      throw new AppError("conflict", TOO_MANY_QR_FILES);
    }
    await execute(
      tx,
      sql`
        INSERT INTO qr_files (id, requested_by_id, format, size, sheet, base_url, created_at, expires_at)
        VALUES (${id}::uuid, ${actor.id}::uuid, ${format}, ${toJson(size)}::jsonb, ${toJson(sheet)}::jsonb, ${baseUrl},
          ${new Date(now)}::timestamptz, ${new Date(now + QR_FILE_KEPT_MS)}::timestamptz)`,
    );
    await insertItems(tx, id, { ids, visible, withPlacements: input.withPlacements });
    const total = await tx.qrFileItem.count({ where: { fileId: id } });
    if (total === 0) throw new AppError("invalid", QR_FILE_WITHOUT_CODES, "ids");
    if (total > QR_FILE_MAX_CODES) throw new AppError("invalid", QR_FILE_TOO_MANY_CODES, "ids");
    await recordAudit(tx, actor, {
      action: "qr_codes.download",
      subject: { type: "qr_codes", id, label: plural(total, "QR code") },
      after: { codes: total, format, ...(sheet && { labels: sheet.template ?? "grid" }) },
    });
  });
  return getQrFile(actor, id);
}

/** Each label is stored as a PDF. */
function forSheet(sheet: Sheet) {
  return { format: "pdf" as const, size: { mm: partsOfLabel(layoutOf(sheet), sheet.text).code.width }, sheet };
}

function toJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/**
 * All links with a QR code that match a filter, in its order, up to the number that the gallery counts. One statement
 * reads them, as clicks between pages would move links from one to another.
 */
async function findIds(actor: Actor, filter: NonNullable<CreateQrFileInput["filter"]>): Promise<string[]> {
  const { status, ...others } = filter;
  const query: ListUrlsQuery = { ...others, ...(status !== "all" && { status }), limit: QR_FILE_MAX_CODES };
  const { items, nextCursor } = await listUrls(actor, query, { hasQr: true });
  if (nextCursor !== null) throw new AppError("invalid", QR_FILE_TOO_MANY_CODES, "filter");
  if (items.length === 0) throw new AppError("invalid", QR_FILE_WITHOUT_CODES, "filter");
  return items.map(({ id }) => id);
}

type Wanted = { ids: string[]; visible: Sql; withPlacements: boolean };

async function insertItems(tx: Transaction, fileId: string, { ids, visible, withPlacements }: Wanted): Promise<void> {
  const wanted = sql`unnest(${plainArray(ids)}::uuid[]) WITH ORDINALITY AS wanted (id, position)`;
  const [found] = await queryRows<{ count: string | bigint }>(
    tx,
    sql`SELECT count(*) FROM ${wanted} JOIN short_urls USING (id) WHERE ${visible}`,
  );
  if (Number(found?.count) < ids.length) throw notFound("Short URL");
  await execute(
    tx,
    sql`
      INSERT INTO qr_file_items (file_id, position, url_id, original_url, placement)
      SELECT ${fileId}::uuid, row_number() OVER (ORDER BY wanted.position, codes.name NULLS FIRST), short_urls.id,
        short_urls.original_url, codes.name
      FROM ${wanted} JOIN short_urls USING (id)
      CROSS JOIN LATERAL (
        SELECT NULL AS name UNION ALL
        SELECT name FROM qr_placements WHERE url_id = short_urls.id AND ${withPlacements}) AS codes
      WHERE qr_generated_at IS NOT NULL AND status <> 'deleted'
      LIMIT ${QR_FILE_MAX_CODES + 1}`,
  );
}

/**
 * A file that the actor has requested.
 *
 * @throws AppError not_found
 */
export async function getQrFile(actor: Pick<Actor, "id">, id: string): Promise<QrFile> {
  if (!isUuid(id)) throw notFound("File");
  const [file] = await findFiles(actor, sql`qr_files.id = ${id}::uuid`);
  if (!file) throw notFound("File");
  return file;
}

/** The actor's files, newest first. */
export function listQrFiles(actor: Pick<Actor, "id">): Promise<QrFile[]> {
  return findFiles(actor, sql`true`);
}

/**
 * Deletes a file, finished or not.
 *
 * @throws AppError not_found
 */
export async function deleteQrFile(actor: Pick<Actor, "id">, id: string): Promise<{ id: string }> {
  if (!isUuid(id)) throw notFound("File");
  const count = await removeFiles(pool(), sql`qr_files.id = ${id}::uuid AND requested_by_id = ${actor.id}::uuid`);
  if (count === 0) throw notFound("File");
  return { id };
}

/** Deletes files after a day; called by maintenance. */
export async function removeExpiredQrFiles(pool: pg.Pool, now = new Date()): Promise<void> {
  await removeFiles(pool, sql`expires_at < ${now}::timestamptz`);
}

/** Locks the codes before the files, in the same order as workers, to avoid deadlocks. */
function removeFiles(pool: pg.Pool, condition: Sql): Promise<number> {
  return inTransaction(pool, async (client) => {
    await execute(
      client,
      sql`
        SELECT FROM qr_file_items JOIN qr_files ON qr_files.id = file_id WHERE ${condition}
        ORDER BY file_id, position FOR UPDATE OF qr_file_items`,
    );
    return execute(client, sql`DELETE FROM qr_files WHERE ${condition}`);
  });
}

type Row = Pick<QrFile, "id" | "kind" | "failure"> & { createdAt: Date; expiresAt: Date; total: string; done: string };

async function findFiles(actor: Pick<Actor, "id">, condition: Sql): Promise<QrFile[]> {
  const rows = await queryRows<Row>(
    pool(),
    sql`
      SELECT qr_files.id, CASE WHEN sheet IS NULL THEN 'zip' ELSE 'sheet' END AS kind, failure, created_at AS "createdAt", expires_at AS "expiresAt", count(*) AS total,
        count(bytes) AS done
      FROM qr_files JOIN qr_file_items ON file_id = qr_files.id
      WHERE requested_by_id = ${actor.id}::uuid AND expires_at > now() AND ${condition}
      GROUP BY qr_files.id ORDER BY created_at DESC`,
  );
  return rows.map(({ createdAt, expiresAt, total, done, ...file }) => ({
    ...file,
    fileName: nameOf(file.kind, createdAt.toISOString().slice(0, 10)),
    total: Number(total),
    done: Number(done),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

function nameOf(kind: QrFile["kind"], day: string): string {
  return kind === "sheet" ? `qr-labels-${day}.pdf` : `qr-codes-${day}.zip`;
}

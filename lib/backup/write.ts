import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { frameHead } from "@/lib/backup/frames";
import { encodeHeader } from "@/lib/backup/header";
import { type BackupSummary, type BackupTable, type Manifest, summaryOf, type TableEnd } from "@/lib/backup/manifest";
import { counted } from "@/lib/backup/read";
import { sealChunks } from "@/lib/backup/seal";
import { takeSnapshot } from "@/lib/backup/snapshot";
import { withOwnClient } from "@/lib/db/own-client";
import { cutIntoParts } from "@/lib/stores/parts";

/** A higher level takes twice as long to save another tenth. */
const GZIP_LEVEL = 4;
/** Of the frames of rows. */
const FRAME_BYTES = 256 * 1024;

/** The table being written or loaded, and its bytes so far. */
export type BackupProgress = { table: string; bytes: number };

export type WriteOptions = {
  databaseUrl: string;
  /** Encrypts the backup, if given. */
  passphrase?: string | undefined;
  onProgress?: (progress: BackupProgress) => void;
  /** Called with the number of bytes written to the file. */
  onBytes?: (bytes: number) => void;
  /** Stops the backup; the promise rejects. */
  signal?: AbortSignal;
};

/**
 * Writes a backup of the database, as it is at one moment, and ends `target`. Memory doesn't grow with the database.
 * The caller should read the result back with `readBackup`. On failure `target` is destroyed, and its contents are
 * useless.
 *
 * @throws BackupError, or the error of the database or of `target`
 */
export async function writeBackup(target: Writable, options: WriteOptions): Promise<BackupSummary> {
  const { databaseUrl: url, signal } = options;
  // It may fail before anything is written to it.
  target.on("error", () => undefined);
  try {
    return await withOwnClient({ url, name: "hop-backup", signal }, (client) => writeFrom(client, target, options));
  } catch (error) {
    target.destroy();
    throw error;
  }
}

async function writeFrom(
  client: pg.Client,
  target: Writable,
  { passphrase, onProgress, onBytes, signal }: WriteOptions,
): Promise<BackupSummary> {
  const { facts, tables, readSequences } = await takeSnapshot(client);
  if (target.errored) throw target.errored;
  const { header, line, sealKey } = await encodeHeader(facts, passphrase);
  const manifest: Manifest = { tables: [], sequences: [] };
  const file = { bytes: 0, hash: createHash("sha256") };

  async function* plain(): AsyncGenerator<Buffer> {
    for (const table of tables) manifest.tables.push(yield* tableFrames(client, table, onProgress));
    manifest.sequences = await readSequences();
    yield* jsonFrame("manifest", manifest);
  }
  async function* whole(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield line;
    yield* sealChunks(compressed, sealKey);
  }
  const whileCounting = (parts: AsyncIterable<Buffer>) => counted(parts, file, onBytes);
  await pipeline(plain, createGzip({ level: GZIP_LEVEL }), whole, whileCounting, target, { ...(signal && { signal }) });
  return summaryOf(header, manifest, { bytes: file.bytes, sha256: file.hash.digest("hex") });
}

/** A table's frames. */
async function* tableFrames(
  client: pg.Client,
  table: BackupTable,
  onProgress: WriteOptions["onProgress"],
): AsyncGenerator<Buffer, TableEnd> {
  yield* jsonFrame("table", table);
  const columns = table.columns.map(pg.escapeIdentifier).join(", ");
  // A partitioned table itself cannot be copied.
  const rows = client.query(copyTo(`COPY (SELECT ${columns} FROM ${pg.escapeIdentifier(table.name)}) TO STDOUT`));
  const onLost = (error: Error) => rows.destroy(error);
  client.on("error", onLost);
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const { bytes: payload } of cutIntoParts(rows, FRAME_BYTES)) {
    if (payload.length === 0) continue;
    bytes += payload.length;
    hash.update(payload);
    yield frameHead("rows", payload);
    yield payload;
    onProgress?.({ table: table.name, bytes });
  }
  client.off("error", onLost);
  const end: TableEnd = { name: table.name, rows: rows.rowCount, bytes, sha256: hash.digest("hex") };
  yield* jsonFrame("end", end);
  return end;
}

function* jsonFrame(type: "table" | "end" | "manifest", value: object): Generator<Buffer> {
  const payload = Buffer.from(JSON.stringify(value));
  yield frameHead(type, payload);
  yield payload;
}

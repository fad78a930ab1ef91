import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { BackupError } from "@/lib/backup/error";
import { decodeFrames, type Frame, type FrameType } from "@/lib/backup/frames";
import {
  type BackupHeader,
  damaged,
  decodeHeader,
  MAX_HEADER_BYTES,
  sealKeyOf,
  startsLikeBackup,
} from "@/lib/backup/header";
import {
  type BackupSummary,
  type BackupTable,
  type Manifest,
  manifestSchema,
  summaryOf,
  type TableEnd,
  tableEndSchema,
  tableSchema,
} from "@/lib/backup/manifest";
import { openChunks } from "@/lib/backup/seal";
import type * as z from "@/lib/zod";

const NEWLINE = 0x0a;
/** Far more than Hop has. Limited because each takes memory. */
const MAX_TABLES = 1_000;

/** Callbacks for the parts of a backup after its header, in order. */
export type BackupReader = {
  onTable: (table: BackupTable) => Promise<void> | void;
  /** Receives rows in COPY's text format, possibly cut anywhere. */
  onRows: (bytes: Buffer) => Promise<void> | void;
  /** Called after the rows were compared with their checksum. */
  onTableEnd: (end: TableEnd) => Promise<void> | void;
  onManifest: (manifest: Manifest) => Promise<void> | void;
};

type ReadOptions = {
  passphrase?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes read from the file. */
  onBytes?: ((bytes: number) => void) | undefined;
};

/**
 * Reads a backup from its start to its end, with little memory.
 *
 * @param onHeader returns the reader of the rest; without it, the backup is only verified
 * @throws BackupError if it is damaged, truncated, foreign, of a newer format, or the passphrase is wrong; or the error
 * of the source or the reader
 */
export async function readBackup(
  source: Readable,
  { passphrase, signal, onBytes }: ReadOptions = {},
  onHeader?: (header: BackupHeader) => Promise<BackupReader>,
): Promise<BackupSummary> {
  const file = { bytes: 0, hash: createHash("sha256") };
  const bytes = counted(source, file, onBytes);
  const { line, rest } = await takeLine(bytes);
  const header = decodeHeader(line);
  const sealKey = await sealKeyOf(line, header.encryption, passphrase);
  const reader = await onHeader?.(header);
  const sealed = Readable.from(openChunks(rest, sealKey), { objectMode: false });
  // An error in any stage destroys the last stream, which throws it.
  const plain = pipeline(sealed, createGunzip(), () => undefined);
  const manifest = await readTables(decodeFrames(plain), reader, signal);
  await reader?.onManifest(manifest);
  return summaryOf(header, manifest, { bytes: file.bytes, sha256: file.hash.digest("hex") });
}

/** Counts and hashes a stream as it passes. */
export async function* counted(
  source: AsyncIterable<Buffer>,
  file: { bytes: number; hash: ReturnType<typeof createHash> },
  onBytes: ReadOptions["onBytes"],
): AsyncGenerator<Buffer> {
  for await (const part of source) {
    file.bytes += part.length;
    file.hash.update(part);
    onBytes?.(part.length);
    yield part;
  }
}

async function takeLine(bytes: AsyncGenerator<Buffer>): Promise<{ line: Buffer; rest: AsyncGenerator<Buffer> }> {
  let start: Buffer = Buffer.alloc(0);
  // Not a for loop, which would close the source at its end.
  for (let part = await bytes.next(); !part.done; part = await bytes.next()) {
    start = Buffer.concat([start, part.value]);
    if (!startsLikeBackup(start)) break;
    const end = start.indexOf(NEWLINE) + 1;
    if (end > 0) return { line: start.subarray(0, end), rest: prefixed(start.subarray(end), bytes) };
    if (start.length > MAX_HEADER_BYTES) break;
  }
  await bytes.return(undefined);
  if (start.length > 0 && start.length <= MAX_HEADER_BYTES && startsLikeBackup(start)) throw damaged("it is truncated");
  throw new BackupError("Not a Hop backup.");
}

async function* prefixed(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* rest;
}

type OpenTable = { table: BackupTable; bytes: number; hash: ReturnType<typeof createHash> };

async function readTables(
  frames: AsyncIterable<Frame>,
  reader: BackupReader | undefined,
  signal: AbortSignal | undefined,
): Promise<Manifest> {
  const ends: TableEnd[] = [];
  let open: OpenTable | undefined;
  let manifest: Manifest | undefined;
  for await (const { type, payload } of frames) {
    signal?.throwIfAborted();
    assertOrder(type, { isOpen: open !== undefined, isDone: manifest !== undefined });
    if (type === "table") {
      if (ends.length === MAX_TABLES) throw damaged("it has more tables than Hop does");
      open = { table: parse(tableSchema, payload), bytes: 0, hash: createHash("sha256") };
      await reader?.onTable(open.table);
    } else if (type === "rows" && open) {
      open.bytes += payload.length;
      open.hash.update(payload);
      await reader?.onRows(payload);
    } else if (type === "end" && open) {
      ends.push(checkEnd(parse(tableEndSchema, payload), open));
      open = undefined;
      await reader?.onTableEnd(ends[ends.length - 1] as TableEnd);
    } else manifest = parse(manifestSchema, payload);
  }
  if (!manifest) throw damaged("it is incomplete");
  if (JSON.stringify(manifest.tables) !== JSON.stringify(ends)) throw damaged("its tables do not match its manifest");
  return manifest;
}

function assertOrder(type: FrameType, { isOpen, isDone }: { isOpen: boolean; isDone: boolean }): void {
  const isRight = type === "rows" || type === "end" ? isOpen : !isOpen;
  if (!isRight || isDone) throw damaged("its parts are out of order");
}

function checkEnd(end: TableEnd, { table, bytes, hash }: OpenTable): TableEnd {
  if (end.name === table.name && end.bytes === bytes && end.sha256 === hash.digest("hex")) return end;
  throw damaged(`the checksum of the table ${table.name} is wrong`);
}

function parse<T>(schema: z.ZodType<T>, payload: Buffer): T {
  let value: unknown;
  try {
    value = JSON.parse(payload.toString("utf8"));
  } catch {
    throw damaged("it contains unreadable data");
  }
  const { data, success } = schema.safeParse(value);
  if (!success) throw damaged("it contains unknown data");
  return data;
}

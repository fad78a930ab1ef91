import { existsSync, statSync, unlinkSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { noteDrained, removeDrainedNote } from "@/lib/clicks/backlog";
import { type EnrichedClick, enrichClicks } from "@/lib/clicks/enrich";
import { removeUnknownPlacements } from "@/lib/clicks/placements";
import { decodeClick } from "@/lib/clicks/record";
import { isCausedByRow, logRejected, type RejectedClick, rejectClicks } from "@/lib/clicks/rejected";
import { type Lines, listSegments, readLines, segmentKey, writerOf } from "@/lib/clicks/segments";
import { OPEN_SEGMENT } from "@/lib/clicks/spool";
import { storeClicks } from "@/lib/clicks/store";
import type { Click } from "@/lib/clicks/types";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";
import { isProcessAlive } from "@/lib/process";

/** Of one transaction: about 12,000 clicks. Larger batches write fewer rows of counts per click. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Lines that are processed before the event loop runs again. */
const LINES_AT_ONCE = 250;
/** A limit that has grown to this many lines is lifted. */
const UNLIMITED_LINES = 16_384;

const DAMAGED = "damaged record";
const NO_LINK = "the link does not exist";

/**
 * Moves the clicks of the spool's segments into Postgres. The transaction that stores clicks also stores the position
 * reached in their segment, so each click is stored exactly once, however often the process is killed. Several workers
 * may drain one folder, but a segment only one at a time.
 *
 * A click that cannot be stored is rejected (lib/clicks/rejected.ts) and does not block others.
 *
 * @returns how many clicks were stored
 * @throws Error when the database fails; the next call continues, and nothing is lost
 */
export async function drainSpool(pool: pg.Pool, folder: string): Promise<number> {
  let stored = 0;
  for (const name of listSegments(folder)) {
    try {
      stored += await drainSegment(pool, folder, name);
      await removeIfDone(pool, folder, name);
      unreadable.delete(segmentKey(name));
    } catch (error) {
      if (!isFileError(error)) throw error;
      reportUnreadable(name, error);
    }
  }
  return stored;
}

/** Segments whose failure was logged already. */
const unreadable = new Set<string>();

function reportUnreadable(name: string, error: unknown): void {
  const key = segmentKey(name);
  if (!unreadable.has(key)) log.error({ err: error, segment: key }, "spool segment cannot be read");
  unreadable.add(key);
}

const FILE_CALLS = ["open", "read", "fstat", "stat", "unlink"];

function isFileError(error: unknown): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && FILE_CALLS.includes(syscall);
}

/** Positions known to be stored, so that an idle spool costs no query. */
const reached = new Map<string, number>();

type Segment = { folder: string; file: string; key: string };

async function drainSegment(pool: pg.Pool, folder: string, name: string): Promise<number> {
  const segment = { folder, file: path.join(folder, name), key: segmentKey(name) };
  let stored = 0;
  let maxLines = Number.POSITIVE_INFINITY;
  let suspect = -1;
  while (hasGrown(segment)) {
    try {
      const batch = await drainBatch(pool, segment, maxLines);
      if (batch === null) break;
      stored += batch;
      maxLines = maxLines * 2 >= UNLIMITED_LINES ? Number.POSITIVE_INFINITY : maxLines * 2;
    } catch (error) {
      if (!(error instanceof RefusedBatch)) throw error;
      const { texts, locate } = error.lines;
      const { position } = locate(0);
      // Halve the batch until the bad click is alone. Reject it when it fails a second time.
      maxLines = Math.ceil(texts.length / 2);
      if (texts.length > 1) continue;
      if (suspect === position) await rejectFirst(pool, segment, error);
      suspect = position;
    }
  }
  return stored;
}

function hasGrown({ file, key }: Segment): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size > (reached.get(key) ?? 0);
}

/** A batch that cannot be stored because of one of its lines. */
class RefusedBatch extends Error {
  constructor(
    readonly lines: Lines,
    override readonly cause: unknown,
  ) {
    super("batch refused");
  }
}

function refusal(lines: Lines, error: unknown): unknown {
  return isCausedByRow(error) ? new RefusedBatch(lines, error) : error;
}

/**
 * @returns how many clicks were stored; null when another worker has the segment or nothing is left in it
 * @throws RefusedBatch
 */
async function drainBatch(pool: pg.Pool, segment: Segment, maxLines: number): Promise<number | null> {
  const { key, file, folder } = segment;
  const batch = await inTransaction(pool, async (client) => {
    const position = await lockPosition(client, key);
    if (position === null) return null;
    const { lines, records, damaged } = await takeBatch(pool, { file, key, start: position, maxLines });
    if (lines.end === position) return { end: position, stored: null, rejected: [] };
    if (lines.isFull) ahead = prepareBatch(pool, { file, key, start: lines.end, maxLines });
    const clicks = records.map(({ click }) => click);
    const missing = await storeClicks({ pool, client }, clicks).catch((error: unknown) => {
      throw refusal(lines, error);
    });
    const gone = records.filter(({ click }) => missing.has(click.urlId)).map(({ index }) => index);
    const rejected = [...describe(lines, damaged, DAMAGED), ...describe(lines, gone, NO_LINK)];
    await rejectClicks(client, key, rejected);
    await movePosition(client, key, lines.end);
    return { end: lines.end, stored: records.length - gone.length, rejected };
  });
  if (batch === null) return null;
  logRejected(key, batch.rejected);
  if (reached.get(key) !== batch.end) noteDrained(folder, key, batch.end);
  reached.set(key, batch.end);
  return batch.stored;
}

function describe(lines: Lines, indexes: number[], reason: string): RejectedClick[] {
  return indexes.map((index) => {
    const { position, bytes } = lines.locate(index);
    return { position, bytes, reason };
  });
}

async function rejectFirst(pool: pg.Pool, { folder, key }: Segment, { lines, cause }: RefusedBatch): Promise<void> {
  const { position, end, bytes } = lines.locate(0);
  const rejected = [{ position, bytes, reason: cause instanceof Error ? cause.message : String(cause) }];
  const isDone = await inTransaction(pool, async (client) => {
    // Another worker may have been faster.
    if ((await lockPosition(client, key)) !== position) return false;
    await rejectClicks(client, key, rejected);
    await movePosition(client, key, end);
    return true;
  });
  if (!isDone) return;
  logRejected(key, rejected);
  noteDrained(folder, key, end);
  reached.set(key, end);
}

type Place = { file: string; key: string; start: number; maxLines: number };
type Batch = {
  lines: Lines;
  /** Valid records with their line numbers. */
  records: { index: number; click: EnrichedClick }[];
  damaged: number[];
};
type Prepared = Place & { batch: Promise<Batch> };

/** The next batch of a segment, prepared while the database stores the previous one. */
let ahead: Prepared | undefined;

function takeBatch(pool: pg.Pool, place: Place): Promise<Batch> {
  const { key, start, maxLines } = place;
  const isReady = ahead?.key === key && ahead.start === start && ahead.maxLines === maxLines;
  const { batch } = isReady && ahead ? ahead : prepareBatch(pool, place);
  ahead = undefined;
  return batch;
}

function prepareBatch(pool: pg.Pool, place: Place): Prepared {
  const batch = readBatch(pool, place);
  // Reported to the caller of takeBatch, if there is one.
  batch.catch(() => undefined);
  return { ...place, batch };
}

/** Decodes and enriches in steps, between which the statements of the previous batch proceed. */
async function readBatch(pool: pg.Pool, { file, start, maxLines }: Place): Promise<Batch> {
  const lines = readLines(file, start, BATCH_BYTES, maxLines);
  const records: Batch["records"] = [];
  const damaged: number[] = [];
  for (let from = 0; from < lines.texts.length; from += LINES_AT_ONCE) {
    const indexes: number[] = [];
    const clicks: Click[] = [];
    for (let index = from; index < Math.min(from + LINES_AT_ONCE, lines.texts.length); index++) {
      const text = lines.texts[index];
      if (!text) continue;
      const click = decodeClick(text);
      if (click === null) damaged.push(index);
      else {
        indexes.push(index);
        clicks.push(click);
      }
    }
    const enriched = await enrichClicks(pool, clicks).catch((error: unknown) => {
      throw refusal(lines, error);
    });
    for (const [at, click] of enriched.entries()) records.push({ index: indexes[at] ?? 0, click });
    await setImmediate();
  }
  const clicks = records.map(({ click }) => click);
  await removeUnknownPlacements(pool, clicks).catch((error: unknown) => {
    throw refusal(lines, error);
  });
  return { lines, records, damaged };
}

/** Null when another worker drains the segment. */
async function lockPosition(client: pg.PoolClient, key: string): Promise<number | null> {
  await execute(client, sql`INSERT INTO spool_positions (segment, position) VALUES (${key}, 0) ON CONFLICT DO NOTHING`);
  const [row] = await queryRows<{ position: string }>(
    client,
    sql`SELECT position FROM spool_positions WHERE segment = ${key} FOR UPDATE SKIP LOCKED`,
  );
  return row ? Number(row.position) : null;
}

async function movePosition(client: pg.PoolClient, key: string, position: number): Promise<void> {
  await execute(
    client,
    sql`UPDATE spool_positions SET position = ${position}, updated_at = now() WHERE segment = ${key}`,
  );
}

/** Removes a segment that is stored completely and has no writer: first the file, then its position. */
async function removeIfDone(pool: pg.Pool, folder: string, name: string): Promise<void> {
  if (name.endsWith(OPEN_SEGMENT) && isProcessAlive(writerOf(name))) return;
  const file = path.join(folder, name);
  const key = segmentKey(name);
  const [row] = await queryRows<{ position: string }>(
    pool,
    sql`SELECT position FROM spool_positions WHERE segment = ${key}`,
  );
  const position = Number(row?.position ?? 0);
  if (!existsSync(file) || readLines(file, position, BATCH_BYTES).texts.length > 0) return;
  removeDrainedNote(folder, key);
  unlinkSync(file);
  reached.delete(key);
  await execute(pool, sql`DELETE FROM spool_positions WHERE segment = ${key}`);
}

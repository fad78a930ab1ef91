import { existsSync, statSync, unlinkSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { noteDrained, removeDrainedNote } from "@/lib/clicks/backlog";
import { type EnrichedClick, enrichClicks } from "@/lib/clicks/enrich";
import { decodeClick } from "@/lib/clicks/record";
import { isCausedByRow, logRejected, type RejectedClick, rejectClicks } from "@/lib/clicks/rejected";
import { type Lines, listSegments, readLines, segmentKey, writerOf } from "@/lib/clicks/segments";
import { OPEN_SEGMENT } from "@/lib/clicks/spool";
import { storeClicks } from "@/lib/clicks/store";
import type { Click } from "@/lib/clicks/types";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";
import { isProcessAlive } from "@/lib/process";

/** Read, enriched and committed together: about 12,000 clicks. The more, the fewer rows are written for each. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Lines that are worked on before others of this process have their turn. */
const LINES_AT_ONCE = 250;
/** A limit of lines that has grown back to this is lifted. */
const UNLIMITED_LINES = 16_384;

const DAMAGED = "damaged record";
const NO_LINK = "the link does not exist";

/**
 * Moves what stands in the spool's segments into Postgres. The position reached in a segment is
 * written in the transaction that stores its clicks, so that each click lands exactly once, however
 * often the process is killed. Several workers may drain one folder: a segment is one worker's at a time.
 *
 * A click that cannot be stored is set aside (lib/clicks/rejected.ts) and holds up no other.
 *
 * @returns how many clicks were stored
 * @throws Error when the database fails; nothing is lost then, and the next call goes on
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

/** Segments whose failure is in the log already. */
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

/** Up to where this process knows each segment to be stored: an idle spool costs no query. */
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
      // Halved until the click that was refused is alone, and refused twice.
      maxLines = Math.ceil(texts.length / 2);
      if (texts.length > 1) continue;
      if (suspect === position) await setAside(pool, segment, error);
      suspect = position;
    }
  }
  return stored;
}

function hasGrown({ file, key }: Segment): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size > (reached.get(key) ?? 0);
}

/** Lines that cannot be stored because of one of them. */
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
 * @returns how many clicks were stored; null while another worker has the segment, or when nothing waits in it
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
    const missing = await storeClicks(client, clicks).catch((error: unknown) => {
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

async function setAside(pool: pg.Pool, { folder, key }: Segment, { lines, cause }: RefusedBatch): Promise<void> {
  const { position, end, bytes } = lines.locate(0);
  const rejected = [{ position, bytes, reason: cause instanceof Error ? cause.message : String(cause) }];
  const isDone = await inTransaction(pool, async (client) => {
    // Another worker may have got there first.
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
  /** Whole records, and the lines that they stand on. */
  records: { index: number; click: EnrichedClick }[];
  damaged: number[];
};
type Prepared = Place & { batch: Promise<Batch> };

/** What comes next in a segment, made ready while the database stores what comes before. */
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
  // Whoever takes it hears of it; nobody does when the batch before is not stored.
  batch.catch(() => undefined);
  return { ...place, batch };
}

/** Decodes and enriches by and by: the statements of the batch before go on between. */
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
  return { lines, records, damaged };
}

/** Null while another worker drains the segment. */
async function lockPosition(client: pg.PoolClient, key: string): Promise<number | null> {
  await client.query("INSERT INTO spool_positions (segment, position) VALUES ($1, 0) ON CONFLICT DO NOTHING", [key]);
  const { rows } = await client.query<{ position: string }>(
    "SELECT position FROM spool_positions WHERE segment = $1 FOR UPDATE SKIP LOCKED",
    [key],
  );
  return rows[0] ? Number(rows[0].position) : null;
}

async function movePosition(client: pg.PoolClient, key: string, position: number): Promise<void> {
  await client.query("UPDATE spool_positions SET position = $2, updated_at = now() WHERE segment = $1", [
    key,
    position,
  ]);
}

/** A segment that nobody writes to any more, and that is stored whole, goes: first the file, then its position. */
async function removeIfDone(pool: pg.Pool, folder: string, name: string): Promise<void> {
  if (name.endsWith(OPEN_SEGMENT) && isProcessAlive(writerOf(name))) return;
  const file = path.join(folder, name);
  const key = segmentKey(name);
  const { rows } = await pool.query<{ position: string }>("SELECT position FROM spool_positions WHERE segment = $1", [
    key,
  ]);
  const position = Number(rows[0]?.position ?? 0);
  if (!existsSync(file) || readLines(file, position, BATCH_BYTES).texts.length > 0) return;
  removeDrainedNote(folder, key);
  unlinkSync(file);
  reached.delete(key);
  await pool.query("DELETE FROM spool_positions WHERE segment = $1", [key]);
}

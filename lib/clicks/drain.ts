import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { recordDrained } from "@/lib/clicks/backlog";
import { assertOwnClicks, ForeignClicksError } from "@/lib/clicks/foreign-clicks";
import { prepareAhead, RefusedBatch, refusal, takeBatch } from "@/lib/clicks/read-batch";
import { logRejected, type RejectedClick, rejectClicks } from "@/lib/clicks/rejected";
import { removeIfDone } from "@/lib/clicks/remove-segment";
import { type Lines, listSegments, segmentKey } from "@/lib/clicks/segments";
import { forgetSkipped, noteSkipped } from "@/lib/clicks/skipped-segments";
import { CLOSED_SEGMENT, OPEN_SEGMENT } from "@/lib/clicks/spool";
import { storeClicks } from "@/lib/clicks/store";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";

/** A batch limit that has grown to this many lines is lifted. */
const UNLIMITED_LINES = 16_384;
/** A segment with clicks of another database is retried after this time. */
const FOREIGN_MS = 10_000;

const DAMAGED = "damaged record";
const NO_LINK = "the link does not exist";

/**
 * Moves the clicks of the spool's segments into Postgres. The transaction that stores clicks also stores the position
 * reached in their segment, so each click is stored exactly once, however often the process is killed. Several workers
 * may drain one folder, but only one at a time drains a segment.
 *
 * A click that cannot be stored is rejected (lib/clicks/rejected.ts) and does not block others. A segment with clicks
 * of another database waits.
 *
 * @param firstLines limits the first batch of each segment; the following ones grow
 * @returns the number of stored clicks
 * @throws Error when the database fails; the next call continues, and nothing is lost
 */
export async function drainSpool(pool: pg.Pool, folder: string, firstLines?: number): Promise<number> {
  let stored = 0;
  for (const name of listSegments(folder).filter(isDue)) {
    try {
      stored += (await drainSegment(pool, { folder, name, firstLines })).stored;
      const isRemoved = await removeIfDone(pool, folder, name);
      // A closed one has clicks that are not stored: the database may be an earlier state, of a backup or a standby.
      if (isRemoved || name.endsWith(CLOSED_SEGMENT)) reached.delete(segmentKey(name));
      unreadable.delete(segmentKey(name));
      foreign.delete(segmentKey(name));
    } catch (error) {
      if (error instanceof ForeignClicksError) postpone(name, error);
      else if (isFileError(error)) reportUnreadable(name, error);
      else throw error;
    }
  }
  return stored;
}

/** Segments with clicks of another database, and when they are retried. */
const foreign = new Map<string, number>();

function isDue(name: string): boolean {
  return performance.now() >= (foreign.get(segmentKey(name)) ?? 0);
}

function postpone(name: string, { message }: ForeignClicksError): void {
  const key = segmentKey(name);
  if (!foreign.has(key))
    log.error({ segment: key, reason: message }, "keeping clicks from another database in the spool");
  foreign.set(key, performance.now() + FOREIGN_MS);
}

/** Segments whose failure was logged already. */
const unreadable = new Set<string>();

function reportUnreadable(name: string, error: unknown): void {
  const key = segmentKey(name);
  if (!unreadable.has(key)) log.error({ err: error, segment: key }, "spool segment cannot be read");
  unreadable.add(key);
}

const FILE_CALLS = ["open", "read", "fstat", "stat", "unlink", "rename"];

function isFileError(error: unknown): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && FILE_CALLS.includes(syscall);
}

/** Positions known to be stored, so that an idle spool costs no query. */
const reached = new Map<string, number>();

type Segment = { file: string; key: string; onReached: (position: number) => void };
/** `added` counts those of the `stored` clicks that were not stored before. */
type Drained = { stored: number; added: number; rejected: number };
type DrainOptions = { folder: string; name: string; firstLines?: number | undefined; isCopy?: boolean };

/**
 * Stores the clicks that a segment has now.
 *
 * @param isCopy nothing is written to the folder
 */
export async function drainSegment(pool: pg.Pool, options: DrainOptions): Promise<Drained> {
  const { folder, name, firstLines = Number.POSITIVE_INFINITY, isCopy = false } = options;
  const key = segmentKey(name);
  const onReached = (position: number) => {
    // Another worker was faster and has removed the segment and its note.
    if (!isCopy && !exists(folder, key)) return;
    if (!isCopy && reached.get(key) !== position) recordDrained(folder, key, position);
    reached.set(key, position);
  };
  const segment = { file: path.join(folder, name), key, onReached };
  // What is written from now on waits, so that a busy segment does not hold up the others.
  const due = sizeOf(segment);
  const drained: Drained = { stored: 0, added: 0, rejected: 0 };
  let maxLines = firstLines;
  let suspect = -1;
  while ((reached.get(key) ?? 0) < due) {
    try {
      const batch = await drainBatch(pool, segment, maxLines);
      if (batch === "locked") {
        if (!isCopy) await noteSkipped(pool, { folder, key, due });
        break;
      }
      forgetSkipped(key);
      if (batch === null) break;
      drained.stored += batch.stored;
      drained.added += batch.added;
      drained.rejected += batch.rejected.length;
      maxLines = maxLines * 2 >= UNLIMITED_LINES ? Number.POSITIVE_INFINITY : maxLines * 2;
    } catch (error) {
      if (!(error instanceof RefusedBatch)) throw error;
      const { texts, locate } = error.lines;
      const { position } = locate(0);
      // Halve the batch until the bad click is alone. Reject it when it fails a second time.
      maxLines = Math.ceil(texts.length / 2);
      if (texts.length > 1) continue;
      if (suspect === position) drained.rejected += await rejectFirst(pool, segment, error);
      suspect = position;
    }
  }
  return drained;
}

function exists(folder: string, key: string): boolean {
  return [OPEN_SEGMENT, CLOSED_SEGMENT].some((extension) => existsSync(path.join(folder, key + extension)));
}

function sizeOf({ file }: Segment): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

type StoredBatch = { end: number; stored: number; added: number; rejected: RejectedClick[] };

/**
 * @returns "locked" when another worker has the segment, null when nothing is left in it
 * @throws RefusedBatch
 */
async function drainBatch(pool: pg.Pool, segment: Segment, maxLines: number): Promise<StoredBatch | "locked" | null> {
  const { key, file, onReached } = segment;
  const batch = await inTransaction(pool, async (client) => {
    const position = await lockPosition(client, key);
    if (position === null) return "locked" as const;
    const { lines, records, damaged } = await takeBatch(pool, { file, key, start: position, maxLines });
    if (lines.end === position) return { end: position, isEmpty: true, stored: 0, added: 0, rejected: [] };
    if (lines.isFull) prepareAhead(pool, { file, key, start: lines.end, maxLines });
    const clicks = records.map(({ click }) => click);
    const { missing, added } = await storeClicks({ pool, client }, clicks).catch((error: unknown) => {
      throw refusal(lines, error);
    });
    const gone = records.filter(({ click }) => missing.has(click.urlId));
    await assertOwnClicks(
      client,
      gone.map(({ click }) => click),
    );
    const rejected = [
      ...describe(lines, damaged, DAMAGED),
      ...describe(
        lines,
        gone.map(({ index }) => index),
        NO_LINK,
      ),
    ];
    await rejectClicks(client, key, rejected);
    await movePosition(client, key, lines.end);
    return { end: lines.end, isEmpty: false, stored: records.length - gone.length, added, rejected };
  });
  if (batch === "locked") return batch;
  logRejected(key, batch.rejected);
  onReached(batch.end);
  return batch.isEmpty ? null : batch;
}

function describe(lines: Lines, indexes: number[], reason: string): RejectedClick[] {
  return indexes.map((index) => {
    const { position, bytes } = lines.locate(index);
    return { position, bytes, reason };
  });
}

/** @returns the number of rejected clicks: one, unless another worker was faster */
async function rejectFirst(pool: pg.Pool, { key, onReached }: Segment, { lines, cause }: RefusedBatch): Promise<0 | 1> {
  const { position, end, bytes } = lines.locate(0);
  const rejected = [{ position, bytes, reason: cause instanceof Error ? cause.message : String(cause) }];
  const isDone = await inTransaction(pool, async (client) => {
    if ((await lockPosition(client, key)) !== position) return false;
    await rejectClicks(client, key, rejected);
    await movePosition(client, key, end);
    return true;
  });
  if (!isDone) return 0;
  logRejected(key, rejected);
  onReached(end);
  return 1;
}

/** Null when another worker drains the segment. */
async function lockPosition(client: pg.PoolClient, key: string): Promise<number | null> {
  const [row] = await queryRows<{ position: string }>(
    client,
    sql`SELECT position FROM spool_positions WHERE segment = ${key} FOR UPDATE SKIP LOCKED`,
  );
  if (row) return Number(row.position);
  // The insert would wait for a worker that has changed the position and hangs.
  const known = await queryRows(client, sql`SELECT 1 FROM spool_positions WHERE segment = ${key}`);
  if (known.length > 0) return null;
  const inserted = await execute(
    client,
    sql`INSERT INTO spool_positions (segment, position) VALUES (${key}, 0) ON CONFLICT DO NOTHING`,
  );
  return inserted > 0 ? 0 : null;
}

async function movePosition(client: pg.PoolClient, key: string, position: number): Promise<void> {
  await execute(
    client,
    sql`UPDATE spool_positions SET position = ${position}, updated_at = now() WHERE segment = ${key}`,
  );
}

import { existsSync, renameSync, statSync, unlinkSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { removeDrainedNote } from "@/lib/clicks/backlog";
import { BATCH_BYTES } from "@/lib/clicks/read-batch";
import { listSegments, openedAt, readLines, segmentKey } from "@/lib/clicks/segments";
import { CLOSED_SEGMENT, OPEN_SEGMENT } from "@/lib/clicks/spool";
import { queryRows, sql } from "@/lib/db/sql";

/** An open segment with no writes for this long is taken over from its writer, if that is still running. */
const ABANDONED_MS = 5 * 60_000;
/** So is one of this age, since it holds visitors' full addresses (docs/privacy.md). */
const MAX_OPEN_MS = 60 * 60_000;

/**
 * Removes a segment that is completely stored and is closed, abandoned or old. One that is abandoned or old but not yet
 * completely stored is closed, and removed by a later call. Its position stays, so that a copy of it adds nothing, not
 * even clicks that have been deleted since.
 *
 * @param maxOpenMs the age from which an open segment is old
 * @returns whether it was removed
 */
export async function removeIfDone(
  pool: pg.Pool,
  folder: string,
  name: string,
  maxOpenMs = MAX_OPEN_MS,
): Promise<boolean> {
  const open = path.join(folder, name);
  const isOpen = name.endsWith(OPEN_SEGMENT);
  if (isOpen && !isAbandoned(open) && !isOlder(name, maxOpenMs)) return false;
  const key = segmentKey(name);
  const position = await findPosition(pool, key);
  const file = path.join(folder, key + CLOSED_SEGMENT);
  if (isOpen) unlessMissing(() => renameSync(open, file));
  if (!existsSync(file) || readLines(file, position, BATCH_BYTES).texts.length > 0) return false;
  removeDrainedNote(folder, key);
  unlessMissing(() => unlinkSync(file));
  return true;
}

/**
 * Removes all segments that are stored completely, including those just opened, and closes the others, so that
 * a worker removes them once they are stored.
 *
 * @throws Error of the file system
 */
export async function removeStoredSegments(pool: pg.Pool, folder: string): Promise<void> {
  for (const name of listSegments(folder)) await removeIfDone(pool, folder, name, 0);
}

/** How much of a segment the database knows, in bytes. */
export async function findPosition(pool: pg.Pool, key: string): Promise<number> {
  const [row] = await queryRows<{ position: string }>(
    pool,
    sql`SELECT position FROM spool_positions WHERE segment = ${key}`,
  );
  return Number(row?.position ?? 0);
}

/**
 * Its writer may be alive. Its process id can't tell, since that may belong to another container. After the clock was
 * set back, the last write may be in the future.
 */
function isAbandoned(file: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Math.abs(Date.now() - written) > ABANDONED_MS;
}

function isOlder(name: string, ms: number): boolean {
  return Math.abs(Date.now() - openedAt(name)) >= ms;
}

/** For files that their writer or another worker may have renamed or removed in the meantime. See OPEN_SEGMENT. */
function unlessMissing(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

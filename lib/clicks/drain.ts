import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync, unlinkSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { enrichClicks } from "@/lib/clicks/enrich";
import { decodeClick } from "@/lib/clicks/record";
import { CLOSED_SEGMENT, OPEN_SEGMENT } from "@/lib/clicks/spool";
import { storeClicks } from "@/lib/clicks/store";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";
import { isProcessAlive } from "@/lib/process";

/** Read, enriched and committed together: about 3,000 clicks. */
const BATCH_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Moves what stands in the spool's segments into Postgres. The position reached in a segment is
 * written in the transaction that stores its clicks, so that each click lands exactly once, however
 * often the process is killed. Several workers may drain one folder: a segment is one worker's at a time.
 *
 * @returns how many clicks were stored
 * @throws Error as the database does; nothing is lost then, and the next call goes on
 */
export async function drainSpool(pool: pg.Pool, folder: string): Promise<number> {
  let stored = 0;
  for (const name of listSegments(folder)) {
    while (hasGrown(folder, name)) {
      const batch = await drainBatch(pool, path.join(folder, name), segmentKey(name));
      if (batch === "taken" || batch === "empty") break;
      stored += batch;
    }
    await removeIfDone(pool, folder, name);
  }
  return stored;
}

/** Up to where this process knows each segment to be stored: an idle spool costs no query. */
const reached = new Map<string, number>();

function hasGrown(folder: string, name: string): boolean {
  const size = statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return size > (reached.get(segmentKey(name)) ?? 0);
}

function listSegments(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(OPEN_SEGMENT) || name.endsWith(CLOSED_SEGMENT))
    .sort();
}

/** The name without its ending, which changes when the segment is closed. */
function segmentKey(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

async function drainBatch(pool: pg.Pool, file: string, key: string): Promise<number | "taken" | "empty"> {
  const batch = await inTransaction(pool, async (client) => {
    const position = await lockPosition(client, key);
    if (position === null) return "taken";
    const { lines, end } = readLines(file, position);
    if (lines.length === 0) return "empty";
    const clicks = lines.map(decodeClick).filter((click) => click !== null);
    if (clicks.length < lines.length) log.error({ file, lost: lines.length - clicks.length }, "damaged spool records");
    await storeClicks(client, await enrichClicks(pool, clicks));
    await client.query("UPDATE spool_positions SET position = $2, updated_at = now() WHERE segment = $1", [key, end]);
    return { stored: clicks.length, end };
  });
  if (typeof batch === "string") return batch;
  reached.set(key, batch.end);
  return batch.stored;
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

/** The whole lines from a position, at most BATCH_BYTES; `end` is the position behind the last. */
function readLines(file: string, start: number): { lines: string[]; end: number } {
  let descriptor: number;
  try {
    descriptor = openSync(currentName(file), "r");
  } catch (error) {
    // Closed or removed a moment ago; the next round finds it under its new name, if it is there.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { lines: [], end: start };
    throw error;
  }
  try {
    const buffer = Buffer.alloc(Math.min(BATCH_BYTES, Math.max(0, fstatSync(descriptor).size - start)));
    const length = readSync(descriptor, buffer, 0, buffer.length, start);
    const whole = buffer.subarray(0, length).lastIndexOf(NEWLINE) + 1;
    const lines = buffer.toString("utf8", 0, whole).split("\n").filter(Boolean);
    return { lines, end: start + whole };
  } finally {
    closeSync(descriptor);
  }
}

function currentName(file: string): string {
  const closed = file.replace(OPEN_SEGMENT, CLOSED_SEGMENT);
  return existsSync(closed) ? closed : file;
}

/** A segment that nobody writes to any more, and that is stored whole, goes: first the file, then its position. */
async function removeIfDone(pool: pg.Pool, folder: string, name: string): Promise<void> {
  if (name.endsWith(OPEN_SEGMENT) && isWriterAlive(name)) return;
  const file = path.join(folder, name);
  const { rows } = await pool.query<{ position: string }>("SELECT position FROM spool_positions WHERE segment = $1", [
    segmentKey(name),
  ]);
  const position = Number(rows[0]?.position ?? 0);
  if (!existsSync(file) || readLines(file, position).lines.length > 0) return;
  unlinkSync(file);
  reached.delete(segmentKey(name));
  await pool.query("DELETE FROM spool_positions WHERE segment = $1", [segmentKey(name)]);
}

function isWriterAlive(name: string): boolean {
  return isProcessAlive(Number(name.split("-")[1]));
}

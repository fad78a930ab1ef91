import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync, unlinkSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { type EnrichedClick, enrichClicks } from "@/lib/clicks/enrich";
import { decodeClick } from "@/lib/clicks/record";
import { CLOSED_SEGMENT, OPEN_SEGMENT } from "@/lib/clicks/spool";
import { storeClicks } from "@/lib/clicks/store";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";
import { isProcessAlive } from "@/lib/process";

/** Read, enriched and committed together: about 12,000 clicks. The more, the fewer rows are written for each. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Lines that are worked on before others of this process have their turn. */
const LINES_AT_ONCE = 250;
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
    const { clicks, end, isFull } = await takeBatch(pool, { file, key, start: position });
    if (end === position) return "empty";
    if (isFull) ahead = prepareBatch(pool, { file, key, start: end });
    await storeClicks(client, clicks);
    await client.query("UPDATE spool_positions SET position = $2, updated_at = now() WHERE segment = $1", [key, end]);
    return { stored: clicks.length, end };
  });
  if (typeof batch === "string") return batch;
  reached.set(key, batch.end);
  return batch.stored;
}

type Place = { file: string; key: string; start: number };
type Batch = { clicks: EnrichedClick[]; end: number; isFull: boolean };
type Prepared = Place & { batch: Promise<Batch> };

/** What comes next in a segment, made ready while the database stores what comes before. */
let ahead: Prepared | undefined;

function takeBatch(pool: pg.Pool, place: Place): Promise<Batch> {
  const isReady = ahead?.key === place.key && ahead.start === place.start;
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
async function readBatch(pool: pg.Pool, { file, start }: Place): Promise<Batch> {
  const { lines, end, isFull } = readLines(file, start);
  const clicks: EnrichedClick[] = [];
  let lost = 0;
  for (let place = 0; place < lines.length; place += LINES_AT_ONCE) {
    const decoded = lines.slice(place, place + LINES_AT_ONCE).map(decodeClick);
    const whole = decoded.filter((click) => click !== null);
    lost += decoded.length - whole.length;
    for (const click of await enrichClicks(pool, whole)) clicks.push(click);
    await setImmediate();
  }
  if (lost > 0) log.error({ file, lost }, "damaged spool records");
  return { clicks, end, isFull };
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
function readLines(file: string, start: number): { lines: string[]; end: number; isFull: boolean } {
  let descriptor: number;
  try {
    descriptor = openSync(currentName(file), "r");
  } catch (error) {
    // Closed or removed a moment ago; the next round finds it under its new name, if it is there.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { lines: [], end: start, isFull: false };
    throw error;
  }
  try {
    const buffer = Buffer.alloc(Math.min(BATCH_BYTES, Math.max(0, fstatSync(descriptor).size - start)));
    const length = readSync(descriptor, buffer, 0, buffer.length, start);
    const whole = buffer.subarray(0, length).lastIndexOf(NEWLINE) + 1;
    const lines = buffer.toString("utf8", 0, whole).split("\n").filter(Boolean);
    return { lines, end: start + whole, isFull: length === BATCH_BYTES };
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

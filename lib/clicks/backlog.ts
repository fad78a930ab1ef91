import { renameSync, rmSync, writeFileSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { decodeClick } from "@/lib/clicks/record";
import { listSegments, openedAt, segmentKey, writerOf } from "@/lib/clicks/segments";
import { CLOSED_SEGMENT, OPEN_SEGMENT } from "@/lib/clicks/spool";
import { log } from "@/lib/log";

/** A file beside each segment holds its number of stored bytes, for processes that do not query the database. */
const DRAINED = ".drained";
/** Lines beyond this are estimated. */
const SAMPLE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Clicks in the spool that are not in the database yet. */
type Backlog = {
  waitingBytes: number;
  /** Exact up to 64 KiB per segment, then estimated from the length of the first lines. */
  waitingClicks: number;
  /** Time of the oldest one in milliseconds since the epoch; null if there are none. */
  oldestAt: number | null;
};

/**
 * Reads only files, so it works while the database or the worker is down. Uses the positions that a worker last noted.
 */
export async function readBacklog(folder: string): Promise<Backlog> {
  const backlog: Backlog = { waitingBytes: 0, waitingClicks: 0, oldestAt: null };
  const writers = new Set<number>();
  for (const name of listSegments(folder)) {
    const isFirstOfWriter = !writers.has(writerOf(name));
    const waiting = await readWaiting(folder, name);
    if (!waiting) continue;
    writers.add(writerOf(name));
    backlog.waitingBytes += waiting.bytes;
    backlog.waitingClicks += waiting.clicks;
    if (isFirstOfWriter) backlog.oldestAt = Math.min(backlog.oldestAt ?? waiting.oldestAt, waiting.oldestAt);
  }
  return backlog;
}

/** How long the oldest click of a backlog has waited; 0 if none waits. */
export function secondsWaiting({ oldestAt }: Backlog): number {
  return oldestAt === null ? 0 : Math.max(0, Date.now() - oldestAt) / 1_000;
}

type Waiting = { bytes: number; clicks: number; oldestAt: number };

/** Returns null when nothing is waiting, or the segment was just deleted. */
async function readWaiting(folder: string, name: string): Promise<Waiting | null> {
  const position = await readDrained(folder, segmentKey(name));
  const file = await openSegment(folder, name);
  if (!file) return null;
  try {
    const bytes = (await file.stat()).size - position;
    if (bytes <= 0) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(bytes, SAMPLE_BYTES)), 0, undefined, position);
    const sample = buffer.subarray(0, bytesRead);
    const whole = sample.lastIndexOf(NEWLINE) + 1;
    if (whole === 0) return null;
    const lines = sample.reduce((count, byte) => (byte === NEWLINE ? count + 1 : count), 0);
    const first = decodeClick(sample.toString("utf8", 0, sample.indexOf(NEWLINE)));
    return {
      bytes,
      clicks: bytes > SAMPLE_BYTES ? Math.round((lines * bytes) / whole) : lines,
      oldestAt: first?.at ?? openedAt(name),
    };
  } finally {
    await file.close();
  }
}

/** A segment may have been closed, and so renamed, since it was listed. */
async function openSegment(folder: string, name: string) {
  for (const candidate of [name, segmentKey(name) + CLOSED_SEGMENT, segmentKey(name) + OPEN_SEGMENT]) {
    const file = await open(path.join(folder, candidate), "r").catch(() => null);
    if (file) return file;
  }
  return null;
}

/** Stored bytes of a segment, as last noted by a worker. */
export async function readDrained(folder: string, key: string): Promise<number> {
  const text = await readFile(path.join(folder, key + DRAINED), "utf8").catch(() => "0");
  return Number.parseInt(text, 10) || 0;
}

/** Without details, so that the log counts the repetitions. */
const NOT_NOTED = "can't record in DATA_DIR which clicks are stored; they are still counted as waiting";

/** Notes how many bytes of a segment are stored. If the disk is full, the previous note stays. */
export function recordDrained(folder: string, key: string, position: number): void {
  const file = path.join(folder, key + DRAINED);
  try {
    writeFileSync(`${file}.${process.pid}`, String(position), { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  } catch (error) {
    log.warn({ err: error }, NOT_NOTED);
    rmSync(`${file}.${process.pid}`, { force: true });
  }
}

/** Call before deleting the segment, so that no note outlives it. */
export function removeDrainedNote(folder: string, key: string): void {
  rmSync(path.join(folder, key + DRAINED), { force: true });
}

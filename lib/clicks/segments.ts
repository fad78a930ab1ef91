import { closeSync, type Dirent, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { CLOSED_SEGMENT, OPEN_SEGMENT } from "@/lib/clicks/spool";

const NEWLINE = 0x0a;

/** Complete lines of a segment, in order. */
export type Lines = {
  texts: string[];
  /** Start and end of line `index` in the segment, and its bytes without the newline. */
  locate: (index: number) => { position: number; end: number; bytes: Buffer };
  /** Position after the last line. */
  end: number;
  /** Whether reading stopped at maxBytes. */
  isFull: boolean;
};

/** Names of the segments in a spool folder, oldest first. */
export function listSegments(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(OPEN_SEGMENT) || name.endsWith(CLOSED_SEGMENT))
    .sort();
}

/** Whether a spool has clicks, stored or not. */
export function hasClicks(folder: string): boolean {
  return listSegments(folder).some(
    (name) => (statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
}

/** Names that openSpool gives to segments. */
const SEGMENT_NAME = /^\d{13,}-\d+-\d+-[0-9a-f]{12}\.(?:open|closed)$/;

/** Splits a folder's files into segments, oldest first, and foreign names. Notes are neither. */
export function sortSegments(folder: string): { segments: string[]; foreign: string[] } {
  const entries = readdirSync(folder, { withFileTypes: true });
  const isSegment = (entry: Dirent) => entry.isFile() && SEGMENT_NAME.test(entry.name);
  const isNote = ({ name }: Dirent) => name.includes(".drained");
  return {
    segments: entries
      .filter(isSegment)
      .map(({ name }) => name)
      .sort(),
    foreign: entries
      .filter((entry) => !isSegment(entry) && !isNote(entry))
      .map(({ name }) => name)
      .sort(),
  };
}

/** The name without its extension, which changes when the segment is closed. */
export function segmentKey(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

/** When a segment was opened, in milliseconds since the epoch, by its writer's clock. */
export function openedAt(name: string): number {
  return Number.parseInt(name, 10);
}

/** The pid of the process that writes or wrote a segment. */
export function writerOf(name: string): number {
  return Number(name.split("-")[1]);
}

/**
 * Reads complete lines from `start`, within both limits.
 *
 * @throws Error of the file system
 */
export function readLines(file: string, start: number, maxBytes: number, maxLines = Number.POSITIVE_INFINITY): Lines {
  const { buffer, isFull } = readBytes(file, start, maxBytes);
  let whole = buffer.lastIndexOf(NEWLINE) + 1;
  // After a power cut the file may contain megabytes of zeros. Treat them as one damaged line.
  if (whole === 0 && isFull) return oneLine(buffer, start);
  if (maxLines < Number.POSITIVE_INFINITY) whole = Math.min(whole, startOfLine(buffer, maxLines) ?? whole);
  const texts = buffer.toString("utf8", 0, whole).split("\n");
  texts.pop();
  return {
    texts,
    locate: (index) => {
      const from = startOfLine(buffer, index) ?? whole;
      const to = startOfLine(buffer, index + 1) ?? whole;
      return { position: start + from, end: start + to, bytes: buffer.subarray(from, to - 1) };
    },
    end: start + whole,
    isFull,
  };
}

function oneLine(bytes: Buffer, start: number): Lines {
  const end = start + bytes.length;
  return { texts: [bytes.toString("utf8")], locate: () => ({ position: start, end, bytes }), end, isFull: true };
}

function readBytes(file: string, start: number, maxBytes: number): { buffer: Buffer; isFull: boolean } {
  let descriptor: number;
  try {
    descriptor = openSync(currentName(file), "r");
  } catch (error) {
    // Just closed or deleted. If it still exists, the next round finds it under its new name.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { buffer: Buffer.alloc(0), isFull: false };
    throw error;
  }
  try {
    const buffer = Buffer.alloc(Math.min(maxBytes, Math.max(0, fstatSync(descriptor).size - start)));
    const length = readSync(descriptor, buffer, 0, buffer.length, start);
    return { buffer: buffer.subarray(0, length), isFull: length === maxBytes };
  } finally {
    closeSync(descriptor);
  }
}

function currentName(file: string): string {
  const closed = file.replace(OPEN_SEGMENT, CLOSED_SEGMENT);
  return existsSync(closed) ? closed : file;
}

/** Returns undefined when there are fewer lines. */
function startOfLine(buffer: Buffer, index: number): number | undefined {
  let at = 0;
  for (let line = 0; line < index; line++) {
    const newline = buffer.indexOf(NEWLINE, at);
    if (newline < 0) return undefined;
    at = newline + 1;
  }
  return at;
}

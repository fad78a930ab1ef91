import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { encodeClick } from "@/lib/clicks/record";
import type { Click } from "@/lib/clicks/types";
import { makeDataFolder } from "@/lib/data-folder";
import { log } from "@/lib/log";

/** A segment of this size is closed, so that the drain can delete it. */
const SEGMENT_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;
/** Without details, so that the log counts the repetitions. */
const CLICKS_DROPPED = "clicks are being dropped: can't write to the spool in DATA_DIR";

/** A disk usually takes microseconds. The process does nothing else meanwhile. */
const SLOW_MS = 250;
const SLOW_WRITE = `visitors had to wait: a write to the spool in DATA_DIR took over ${SLOW_MS} ms`;

/**
 * Extensions of a segment that is being written, and of a complete one. The drain may take over any segment by renaming
 * it: after each write the writer checks that the segment still has its name, and otherwise writes the same lines to a
 * new one. So the drain needs only what it reads after renaming. A click that is written twice is stored once.
 */
export const OPEN_SEGMENT = ".open";
export const CLOSED_SEGMENT = ".closed";

export type Spool = {
  /**
   * Calls back once the click is in the file, or was dropped because the disk is full: visitors are redirected anyway.
   * All clicks of an event loop turn share one write.
   */
  append(click: Click, onWritten: () => void): void;
  /** Clicks that could not be written. */
  dropped(): number;
  /** Writes waiting clicks and closes the segment. */
  close(): void;
};

type Waiting = { line: string; onWritten: () => void };

/** `isTorn`: the last line is incomplete. */
type Segment = { file: string; descriptor: number; bytes: number; isTorn: boolean };

export type SpoolOptions = {
  /** `power`: clicks are on disk, not only in the file, before their visitors get an answer. */
  durability?: "process" | "power";
  /** Clicks are dropped while the segments in `folder` exceed this size, for example after days without a database. */
  maxBytes?: number;
};

/** The folder in which a machine's fronts leave clicks for its workers. */
export function spoolFolder(dataDir: string): string {
  return path.join(dataDir, "spool");
}

/** The spool of this process: append-only segments in `folder`, read by the drain. */
export function openSpool(folder: string, options: SpoolOptions = {}): Spool {
  const { durability = "process", maxBytes = Number.POSITIVE_INFINITY } = options;
  makeDataFolder(folder, 0o700);
  const segments = createSegments(folder, { durability, maxBytes });
  let waiting: Waiting[] = [];
  let isSyncing = false;

  function flush(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    let lines = "";
    for (const { line } of batch) lines += line;
    segments.write(lines, batch.length);
    const descriptor = segments.descriptor();
    if (durability === "power" && descriptor !== undefined) syncThen(descriptor, batch);
    else answer(batch);
  }

  /** Group commit: clicks that arrive during an fdatasync are written and synced together after it. */
  function syncThen(descriptor: number, batch: Waiting[]): void {
    isSyncing = true;
    fdatasync(descriptor, (error) => {
      if (error) log.error({ err: error }, "spool not synced");
      isSyncing = false;
      answer(batch);
      flush();
    });
  }

  function flushUnlessSyncing(): void {
    if (!isSyncing) flush();
  }

  return {
    append(click, onWritten) {
      if (waiting.length === 0 && !isSyncing) setImmediate(flushUnlessSyncing);
      waiting.push({ line: encodeClick(click), onWritten });
    },
    dropped: segments.dropped,
    close() {
      flush();
      segments.close();
    },
  };
}

/** Writes lines to one segment after the other. */
function createSegments(folder: string, { durability, maxBytes }: Required<SpoolOptions>) {
  let segment: Segment | undefined;
  let dropped = 0;
  let made = 0;

  function write(lines: string, count: number): void {
    const before = dropped;
    const began = performance.now();
    append(lines, count);
    if (performance.now() - began > SLOW_MS) log.warn(SLOW_WRITE);
    if (segment && !existsSync(segment.file)) {
      // The drain has taken it over, or it was deleted: these lines may not have been read.
      closeSync(segment.descriptor);
      segment = undefined;
      dropped = before;
      append(lines, count);
    }
    if (segment && segment.bytes >= SEGMENT_BYTES) close();
  }

  function append(lines: string, count: number): void {
    // Terminate a line that a full disk cut off, so that it does not damage the next one.
    const bytes = Buffer.from(segment?.isTorn ? `\n${lines}` : lines);
    let at = 0;
    try {
      segment ??= openSegment(folder, made++, maxBytes);
      while (at < bytes.length) at += writeSync(segment.descriptor, bytes, at);
    } catch (error) {
      log.error({ err: error }, CLICKS_DROPPED);
      // A line that lacks only its newline gets it with the next write.
      const lacksOnlyEnd = at > 0 && bytes[at] === NEWLINE && bytes[at - 1] !== NEWLINE;
      dropped += count - countLines(bytes.subarray(0, at), segment?.isTorn) - (lacksOnlyEnd ? 1 : 0);
    }
    if (!segment) return;
    if (at > 0) segment.isTorn = bytes[at - 1] !== NEWLINE;
    segment.bytes += at;
  }

  function close(): void {
    if (segment) sealSegment(segment, durability);
    segment = undefined;
  }

  return { write, close, dropped: () => dropped, descriptor: () => segment?.descriptor };
}

function sealSegment({ descriptor, file }: Segment, durability: SpoolOptions["durability"]): void {
  try {
    // The visitors of its last clicks are about to be answered.
    if (durability === "power") fdatasyncSync(descriptor);
  } catch (error) {
    log.error({ err: error }, "spool not synced");
  }
  try {
    closeSync(descriptor);
    renameSync(file, file.slice(0, -OPEN_SEGMENT.length) + CLOSED_SEGMENT);
  } catch (error) {
    // The drain was faster. Otherwise it keeps its name, is drained nevertheless and removed when it is old.
    if (existsSync(file)) log.warn({ err: error, file }, "spool segment not closed");
  }
}

/**
 * The name contains the time and the process that created it. The random part keeps it unique: containers of one image
 * often start with the same pid at the same time.
 */
function openSegment(folder: string, number: number, maxBytes: number): Segment {
  if (sizeOf(folder) > maxBytes) throw new Error("the spool has reached SPOOL_MAX_MB");
  const file = path.join(
    folder,
    `${Date.now()}-${process.pid}-${number}-${randomBytes(6).toString("hex")}${OPEN_SEGMENT}`,
  );
  return { file, descriptor: openSync(file, "ax", 0o600), bytes: 0, isTorn: false };
}

function sizeOf(folder: string): number {
  return readdirSync(folder)
    .map((name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

function answer(batch: Waiting[]): void {
  for (const { onWritten } of batch) onWritten();
}

/** Complete lines, without the end of one that was cut off before. */
function countLines(bytes: Buffer, isAfterTorn = false): number {
  let count = isAfterTorn && bytes.length > 0 ? -1 : 0;
  for (const byte of bytes) if (byte === NEWLINE) count += 1;
  return count;
}

import { BackupError } from "@/lib/backup/error";
import { formatBytes, plural } from "@/lib/format";
import { orAbandon } from "@/lib/or-abandon";

/**
 * A store or a database that is slower than 4 MB in a quarter of an hour is considered dead. Cleaning up a bucket takes
 * 4 s. Tests change it.
 */
export const STALL = { windowMs: 15 * 60_000, minBytes: 4_000_000, graceMs: 4_500 };

const MINUTE_MS = 60_000;

/** The signal at which the work stops, and the callback to which it reports bytes written or read. */
export type Watched = { signal: AbortSignal; onBytes: (bytes: number) => void };

/**
 * Runs work until it has moved fewer than `minBytes` within a window of `windowMs`, or `signal` stops it. It then has
 * `graceMs` to remove what it has begun; after that it is abandoned, since a hanging disk doesn't react to a signal.
 *
 * @throws BackupError when it was too slow, the reason of `signal` when that stopped it, or what the work throws
 */
export async function unlessStalled<T>(
  signal: AbortSignal | undefined,
  work: (watched: Watched) => Promise<T>,
): Promise<T> {
  const { windowMs, minBytes, graceMs } = STALL;
  const stalled = new AbortController();
  let bytes = 0;
  const watch = setInterval(() => {
    if (bytes < minBytes) stalled.abort(tooSlow(bytes, windowMs));
    bytes = 0;
  }, windowMs);
  const stop = AbortSignal.any([stalled.signal, ...(signal ? [signal] : [])]);
  const onBytes = (moved: number) => {
    bytes += moved;
  };
  try {
    return await orAbandon(work({ signal: stop, onBytes }), stop, graceMs);
  } catch (error) {
    // Streams throw an error of their own.
    throw stop.aborted ? stop.reason : error;
  } finally {
    clearInterval(watch);
  }
}

function tooSlow(bytes: number, windowMs: number): BackupError {
  const minutes = Math.max(1, Math.round(windowMs / MINUTE_MS));
  return new BackupError(
    `Only ${formatBytes(bytes)} was transferred in ${plural(minutes, "minute")}: the disk, the storage or the database is stuck or too slow.`,
  );
}

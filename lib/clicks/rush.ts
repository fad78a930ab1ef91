import { statSync } from "node:fs";
import path from "node:path";
import { listSegments, segmentKey } from "@/lib/clicks/drain";

/** What fronts write for some 1,500 clicks a second; with that many, redirects keep a good part of a core busy. */
const RUSH_BYTES_PER_SECOND = 500_000;
/** Between two looks: shorter, and one write of a front is taken for a rush. */
const LEAST_MS = 200;

/**
 * Tells whether visitors come in numbers at this moment, by how fast the spool grows: so that work
 * which can wait gives way to them. A process that does not see the fronts' spool shares no machine with them.
 *
 * @returns a function to be asked again and again
 */
export function createRushWatch(folder: string): () => boolean {
  let sizes = readSizes(folder);
  let lookedAt = performance.now();
  let isRush = false;
  return () => {
    const elapsedMs = performance.now() - lookedAt;
    if (elapsedMs < LEAST_MS) return isRush;
    const present = readSizes(folder);
    let grown = 0;
    for (const [segment, size] of present) grown += Math.max(0, size - (sizes.get(segment) ?? 0));
    isRush = (grown * 1000) / elapsedMs >= RUSH_BYTES_PER_SECOND;
    sizes = present;
    lookedAt += elapsedMs;
    return isRush;
  };
}

function readSizes(folder: string): Map<string, number> {
  return new Map(
    listSegments(folder).map((name) => [
      segmentKey(name),
      statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
    ]),
  );
}

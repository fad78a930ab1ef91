import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { type EnrichedClick, enrichClicks } from "@/lib/clicks/enrich";
import { removeUnknownPlacements } from "@/lib/clicks/placements";
import { decodeClick } from "@/lib/clicks/record";
import { isCausedByRow } from "@/lib/clicks/rejected";
import { type Lines, readLines } from "@/lib/clicks/segments";
import type { Click } from "@/lib/clicks/types";

/** Size of a transaction's batch: about 12,000 clicks. Larger batches write fewer rows of counts per click. */
export const BATCH_BYTES = 4 * 1024 * 1024;
/** Lines that are processed before the event loop runs again. */
const LINES_AT_ONCE = 250;

/** A batch that cannot be stored because of one of its lines. */
export class RefusedBatch extends Error {
  constructor(
    readonly lines: Lines,
    override readonly cause: unknown,
  ) {
    super("batch refused");
  }
}

/** The error to throw when storing these lines has failed. */
export function refusal(lines: Lines, error: unknown): unknown {
  return isCausedByRow(error) ? new RefusedBatch(lines, error) : error;
}

type Place = { file: string; key: string; start: number; maxLines: number };
type Batch = {
  lines: Lines;
  /** Valid records with their line numbers. */
  records: { index: number; click: EnrichedClick }[];
  damaged: number[];
};
type Prepared = Place & { batch: Promise<Batch> };

/** The next batch, prepared while the database stores the previous one. */
let ahead: Prepared | undefined;

/** The next batch of a segment, with the results of queries that run before its transaction. */
export function takeBatch(pool: pg.Pool, place: Place): Promise<Batch> {
  const { key, start, maxLines } = place;
  const isReady = ahead?.key === key && ahead.start === start && ahead.maxLines === maxLines;
  const { batch } = isReady && ahead ? ahead : prepareBatch(pool, place);
  ahead = undefined;
  return batch;
}

function prepareBatch(pool: pg.Pool, place: Place): Prepared {
  const batch = readBatch(pool, place);
  // Reported to the caller of takeBatch, if there is one.
  batch.catch(() => undefined);
  return { ...place, batch };
}

/** Decodes and enriches in steps, so that the statements of the previous batch proceed in between. */
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
  const clicks = records.map(({ click }) => click);
  await removeUnknownPlacements(pool, clicks).catch((error: unknown) => {
    throw refusal(lines, error);
  });
  return { lines, records, damaged };
}

/** Prepares a batch while the database stores the one before it. */
export function prepareAhead(pool: pg.Pool, place: Place): void {
  ahead = prepareBatch(pool, place);
}

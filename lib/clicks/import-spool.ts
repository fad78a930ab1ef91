import path from "node:path";
import type pg from "pg";
import { OPERATOR, recordAudit } from "@/lib/audit/record";
import { drainSegment } from "@/lib/clicks/drain";
import { ForeignClicksError } from "@/lib/clicks/foreign-clicks";
import { BATCH_BYTES } from "@/lib/clicks/read-batch";
import { findPosition } from "@/lib/clicks/remove-segment";
import { readLines, segmentKey, sortSegments } from "@/lib/clicks/segments";

export type ImportedSpool = {
  segments: number;
  /** Clicks that the database did not have yet. */
  stored: number;
  /** Clicks that it already had, not counting those before the known positions of segments. */
  alreadyStored: number;
  /** Clicks added to rejected_clicks, with the reason. */
  rejected: number;
  /**
   * Segments that another process is storing, that can't be read, or that belong to another database, with the reason.
   */
  unfinished: { segment: string; reason: string }[];
  /** Names of files that are not segments. */
  ignored: string[];
};

/**
 * Stores the clicks of a spool that was copied from another machine, and changes nothing in the folder. The positions
 * in its segments stay in the database: another import, or that machine when it returns with its own copies, continues
 * there. So nothing is counted twice, even if the clicks have been deleted in the meantime. Each file that adds anything is
 * audited.
 *
 * @throws Error when the database fails; the next import continues
 */
export async function importSpool(pool: pg.Pool, folder: string): Promise<ImportedSpool> {
  const { segments, foreign } = sortSegments(folder);
  const result: ImportedSpool = {
    segments: segments.length,
    stored: 0,
    alreadyStored: 0,
    rejected: 0,
    unfinished: [],
    ignored: foreign,
  };
  for (const name of segments) {
    try {
      const { stored, added, rejected } = await drainSegment(pool, { folder, name, isCopy: true });
      result.stored += added;
      result.alreadyStored += stored - added;
      result.rejected += rejected;
      if (added + rejected > 0) await recordImport(pool, name, { stored: added, rejected });
      if (await hasRest(pool, folder, name)) {
        result.unfinished.push({ segment: name, reason: "another process is storing it" });
      }
    } catch (error) {
      result.unfinished.push({ segment: name, reason: reasonOf(error) });
    }
  }
  return result;
}

/** An entry for each file, since a later one may fail. */
async function recordImport(pool: pg.Pool, file: string, added: { stored: number; rejected: number }): Promise<void> {
  await recordAudit(pool, OPERATOR, {
    action: "click.import",
    subject: { type: "click", id: "", label: "clicks from a spool" },
    after: { file, ...added },
  });
}

/** Why a segment can't be finished now. @throws the error if it concerns not only this segment */
function reasonOf(error: unknown): string {
  if (error instanceof ForeignClicksError) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !["open", "read", "fstat", "stat"].includes(syscall)) throw error;
  return code ?? syscall;
}

/** Whether a segment has complete lines after the position that the database knows. */
async function hasRest(pool: pg.Pool, folder: string, name: string): Promise<boolean> {
  const position = await findPosition(pool, segmentKey(name));
  return readLines(path.join(folder, name), position, BATCH_BYTES).texts.length > 0;
}
